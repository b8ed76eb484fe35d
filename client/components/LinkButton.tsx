import { Button, type ButtonProps } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import { Link, type LinkProps } from 'react-router-dom';

interface Props extends ButtonProps, Pick<LinkProps, 'to' | 'state'> {
  Icon?: LucideIcon;
}

/** A link that looks like a button. */
export const LinkButton = ({ to, state, Icon, children, ...button }: Props) => (
  <Button asChild variant="outline" {...button}>
    <Link to={to} state={state}>
      {Icon && <Icon aria-hidden="true" />}
      {children}
    </Link>
  </Button>
);
