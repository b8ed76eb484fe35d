import { Box, Button, chakra, Text } from '@chakra-ui/react';
import { Fragment, useEffect, useRef, useState } from 'react';
import { Notice } from '../../../components/notice/Notice';
import { counted, formatCount } from '../../../components/text/counts';
import type { NearNameFragment } from '../../../graphql/generated/imports';

const AT_ONCE = 5;

const List = chakra('ul', {
  base: {
    '& > li': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1, py: 1 },
    '& > li + li': { borderTopWidth: '1px' },
    '& > li > span': { overflowWrap: 'anywhere', minW: 0 },
  },
});

interface Props {
  near: readonly NearNameFragment[];
  onTake: (near: NearNameFragment, name: string) => void;
}

/** Names in the file that are close to names in the catalogue; a button replaces the name in all rows. */
export function NearNames({ near, onTake }: Props) {
  const [all, setAll] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  // The pressed button disappears with its line.
  const before = useRef(near.length);
  useEffect(() => {
    if (near.length < before.current && document.activeElement === document.body) place.current?.focus();
    before.current = near.length;
  }, [near.length]);

  const shown = all ? near : near.slice(0, AT_ONCE);
  return (
    <Box ref={place} tabIndex={-1} mb={near.length > 0 ? 3 : 0} maxW="54rem" _focusVisible={{ outline: 'none' }}>
      {near.length > 0 && (
        <Notice>
          <Text fontWeight="semibold">
            {counted(near.length, 'name')} in this file {near.length === 1 ? 'is' : 'are'} similar to names in the
            catalogue
          </Text>
          <List aria-label="Close names">
            {shown.map((one) => (
              <li key={`${one.makeId} ${one.name}`}>
                <span>
                  {one.make ? `${one.make} “${one.name}”` : `“${one.name}”`}, {counted(one.rows, 'row')}:
                </span>
                {one.near.map((name) => (
                  <Fragment key={name}>
                    <span>Did you mean {name}?</span>
                    <Button
                      variant="outline"
                      aria-label={`Yes: ${name} for ${one.name}, ${counted(one.rows, 'row')}`}
                      onClick={() => onTake(one, name)}
                    >
                      Yes
                    </Button>
                  </Fragment>
                ))}
              </li>
            ))}
          </List>
          {near.length > AT_ONCE && !all && (
            <Button variant="plain" onClick={() => setAll(true)}>
              Show all {formatCount(near.length)}
            </Button>
          )}
        </Notice>
      )}
    </Box>
  );
}
