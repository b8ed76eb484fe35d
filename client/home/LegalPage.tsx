import { Box, chakra } from '@chakra-ui/react';
import { useLocation } from 'react-router-dom';
import { PageHeading } from '../components/PageHeading';
import { settings } from '../components/settings';
import type { legalPaths } from '../paths';
import { VisitorShell } from '../shell/VisitorShell';

const HEADINGS: Record<(typeof legalPaths)[number], string> = {
  '/terms': 'Terms and conditions',
  '/privacy': 'Privacy',
  '/refunds': 'Refunds',
  '/seller': 'Seller',
};

const Article = chakra('div', {
  base: {
    mt: 4,
    maxW: 'measure',
    overflowWrap: 'break-word',
    '& h2': { fontFamily: 'heading', fontWeight: 'semibold', fontSize: 'xl', mt: 8, mb: 2 },
    '& :is(h3, h4, h5, h6)': { fontWeight: 'semibold', mt: 6, mb: 2 },
    '& :is(p, ul, ol, table, blockquote)': { mb: 4 },
    '& :is(ul, ol)': { ps: 6, listStyle: 'revert' },
    '& li': { mb: 1.5 },
    '& a': { color: 'accent', textDecoration: 'underline', textUnderlineOffset: '3px' },
    '& blockquote': { ps: 4, borderStartWidth: '3px', color: 'muted' },
    '& :is(th, td)': { p: 2, borderWidth: '1px', textAlign: 'start' },
    '& strong': { fontWeight: 'semibold' },
  },
});

/** Terms, privacy, refunds or seller. The server writes the text into the page (server/legal/legalPages.ts). */
export function LegalPage() {
  const pathname = useLocation().pathname.replace(/\/$/, '') as keyof typeof HEADINGS;
  return (
    <VisitorShell>
      <Box pt={{ base: 6, md: 12 }}>
        <PageHeading size="2xl">{HEADINGS[pathname]}</PageHeading>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server renders it from Markdown, without HTML of the operator */}
        <Article suppressHydrationWarning dangerouslySetInnerHTML={{ __html: settings.legalText }} />
      </Box>
    </VisitorShell>
  );
}
