import { Menu } from '@chakra-ui/react';
import { Check, type LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { useNeedsConnection } from '../../components/notKept';
import { themeChoices, useThemeChoice } from '../themeChoice';

export interface Entry {
  label: string;
  Icon: LucideIcon;
  /** The path it opens, or the action it runs. */
  to?: string;
  act?: () => void;
  /** Whether it does nothing without a connection. */
  isAway?: boolean;
}

interface Props {
  trigger: ReactElement;
  /** Above the entries. */
  children: ReactNode;
  entries: Entry[];
  onOpen: (path: string) => void;
}

/** The menu itself, open at first. Loaded when it is first opened. */
export function UserMenuList({ trigger, children, entries, onOpen }: Props) {
  const [theme, chooseTheme] = useThemeChoice();
  const needsConnection = useNeedsConnection();
  return (
    <Menu.Root defaultOpen positioning={{ placement: 'bottom-end' }}>
      <Menu.Trigger asChild>{trigger}</Menu.Trigger>
      <Menu.Positioner>
        <Menu.Content aria-label="User menu">
          {children}
          <Menu.RadioItemGroup value={theme} onValueChange={({ value }) => chooseTheme(value as typeof theme)}>
            <Menu.ItemGroupLabel>Appearance</Menu.ItemGroupLabel>
            {themeChoices.map((value) => (
              <Menu.RadioItem key={value} value={value} closeOnSelect={false}>
                <Menu.ItemText textTransform="capitalize">{value}</Menu.ItemText>
                <Menu.ItemIndicator>
                  <Check aria-hidden="true" />
                </Menu.ItemIndicator>
              </Menu.RadioItem>
            ))}
          </Menu.RadioItemGroup>
          <Menu.Separator />
          {entries.map(({ label, Icon, to, act, isAway }) => (
            <Menu.Item
              key={label}
              value={label}
              disabled={isAway && Boolean(needsConnection)}
              onClick={() => {
                if (isAway && needsConnection) return;
                if (to) onOpen(to);
                else act?.();
              }}
              {...(isAway && needsConnection)}
            >
              <Icon aria-hidden="true" />
              {label}
            </Menu.Item>
          ))}
        </Menu.Content>
      </Menu.Positioner>
    </Menu.Root>
  );
}
