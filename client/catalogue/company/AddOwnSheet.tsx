import { Link as TextLink } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { ownSheetPaths } from '../../paths';
import { useSession } from '../../session';

interface Props {
  /** What was searched for. */
  name?: string;
  onOpen?: () => void;
}

/** Where a bike was not found: its sheet can be the company's own. Administrators edit the catalogue. */
export function AddOwnSheet({ name, onOpen }: Props) {
  const { user } = useSession();
  if (!user || user.isAdmin) return null;
  return (
    <TextLink asChild display="flex" alignItems="center" minH="control" w="fit-content">
      <Link to={name ? ownSheetPaths.of(name) : ownSheetPaths.create} onClick={onOpen}>
        Add our own sheet
      </Link>
    </TextLink>
  );
}
