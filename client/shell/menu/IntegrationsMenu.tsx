import { Plug } from 'lucide-react';
import { useNeedsConnection } from '../../components/notKept';
import { integrations } from './menuItems';
import { Submenu } from './Submenu';

interface Props {
  open: boolean;
  onToggle: () => void;
  pathname: string;
}

/** What other programs are given. For administrators. */
export function IntegrationsMenu({ open, onToggle, pathname }: Props) {
  const needsConnection = useNeedsConnection();
  return (
    <Submenu label="Integrations" Icon={Plug} open={open} onToggle={onToggle}>
      {integrations.map(({ label, to, holds }) => (
        <li key={label}>
          <a href={to} aria-current={holds(pathname) ? 'page' : undefined} {...needsConnection}>
            {label}
          </a>
        </li>
      ))}
    </Submenu>
  );
}
