import { Box, Input, Text } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { matches } from '../../components/list/matches';
import { rowsWith } from '../../components/list/rowsWith';
import { SkeletonRows } from '../../components/list/SkeletonRows';
import { Problem } from '../../components/notice/Problem';
import { MakeOptionsDocument } from '../../graphql/generated/catalogue';
import { useRead } from '../../graphql/useRead';
import { paths } from '../../paths';
import type { MakeMenuProps } from '../../shell/Sidebar';
import { MAKE } from '../../shell/submenus';
import { MakeEntry } from './MakeEntry';

const MakeRows = rowsWith({
  '& > [data-current] > button': { fontWeight: 'bold' },
  '& a[aria-current]': { bg: 'subtle' },
});

/** One entry per make, with By Year and By Model below; scrolls to the make of the page. */
export function MakeMenu({ open, onToggle, onNavigate }: MakeMenuProps) {
  const { data, error, refetch } = useRead(MakeOptionsDocument, {
    fetchPolicy: 'cache-and-network',
  });
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const company = pathname === paths.lookup ? params.get('company') : null;
  const mode = params.get('m');
  const [text, setText] = useState('');
  const scroller = useRef<HTMLDivElement>(null);
  const loaded = data !== undefined;

  // Scrolls only the menu: scrollIntoView would also scroll the page.
  useEffect(() => {
    const box = scroller.current;
    const entry = loaded && company ? box?.querySelector<HTMLElement>(`[data-make="${CSS.escape(company)}"]`) : null;
    if (!box || !entry) return;
    const top = entry.offsetTop - box.offsetTop;
    if (top < box.scrollTop || top + entry.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = top - 80;
  }, [loaded, company]);

  const makes = data?.makeOptions.filter(({ displayName }) => matches(displayName, text));
  return (
    <>
      <Box px={4} pb={3} borderBottomWidth="1px">
        <Input
          type="search"
          aria-label="Find a make"
          placeholder="Find a make"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Box>
      <Box ref={scroller} flex={1} minH={0} overflowY="auto" overscrollBehavior="contain" py={1}>
        {error && !data && (
          <Box p={3}>
            <Problem onRetry={() => void refetch()}>The makes did not load.</Problem>
          </Box>
        )}
        {!data && !error && <SkeletonRows count={12} />}
        {makes?.length === 0 && (
          <Text px={4} py={3} color="muted">
            {text ? `No make matches “${text}”.` : 'No makes yet.'}
          </Text>
        )}
        <MakeRows>
          {makes?.map((make) => (
            <MakeEntry
              key={make.id}
              make={make}
              open={open.has(MAKE + make.id)}
              currentMode={make.id === company ? mode : null}
              onToggle={() => onToggle(MAKE + make.id)}
              onNavigate={onNavigate}
            />
          ))}
        </MakeRows>
      </Box>
    </>
  );
}
