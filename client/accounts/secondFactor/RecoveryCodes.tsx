import { Button, chakra, Flex, Heading, Text } from '@chakra-ui/react';
import { Copy, Download, Printer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { saveFile } from '../../components/download/saveFile';
import { announce } from '../../components/notice/LiveRegion';
import { Problem } from '../../components/notice/Problem';
import { toast } from '../../components/notice/toast';
import { LeaveGuard } from '../../components/record/LeaveGuard';
import { useSession } from '../../session';

const Codes = chakra('ol', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(11rem, 1fr))',
    columnGap: 6,
    rowGap: 1,
    my: 4,
    ps: 8,
    listStyleType: 'decimal',
    textStyle: 'code',
    '& > ::marker': { fontSize: 'sm', fontWeight: 'normal', color: 'muted' },
  },
});

/** The new recovery codes, which the server does not show again. They can be printed with the page. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { user } = useSession();
  const [failure, setFailure] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const isKept = useRef(false);
  // The dialog that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      setFailure(false);
      toast('Recovery codes copied');
    } catch {
      setFailure(true);
    }
  };
  const save = () => {
    const text = ['Motokey recovery codes', user?.username, '', ...codes, '', 'Each works once.', ''].join('\n');
    saveFile([text], 'text/plain', 'motokey-recovery-codes.txt');
    announce('File with the recovery codes saved');
  };

  return (
    <chakra.section aria-labelledby="recovery-codes">
      <Heading as="h2" id="recovery-codes" ref={heading} tabIndex={-1} size="lg">
        Your recovery codes
      </Heading>
      <Text mt={1}>
        Each signs you in once, in place of a code, if your device is lost. Keep them somewhere other than on that
        device: they are not shown again.
      </Text>
      <Codes translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Codes>
      {failure && <Problem>The browser did not allow copying. Download the codes instead.</Problem>}
      <Flex gap={3} wrap="wrap" mt={4}>
        <Button variant="outline" onClick={() => void copy()}>
          <Copy aria-hidden="true" />
          Copy
        </Button>
        <Button variant="outline" onClick={save}>
          <Download aria-hidden="true" />
          Download
        </Button>
        <Button variant="outline" onClick={() => print()}>
          <Printer aria-hidden="true" />
          Print
        </Button>
        <Button
          onClick={() => {
            isKept.current = true;
            onKept();
          }}
        >
          I have kept them
        </Button>
      </Flex>
      <LeaveGuard isDirty={() => !isKept.current} title="Leave without the recovery codes?">
        They are not shown again. Without them, you cannot sign in if your device is lost.
      </LeaveGuard>
    </chakra.section>
  );
}
