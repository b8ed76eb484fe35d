import { Link as ChakraLink } from '@chakra-ui/react';
import { Checkbox } from './Checkbox';

interface Props {
  onChange: (agreed: boolean) => void;
  /** Whether money is about to be paid, so that refunds are named as well. */
  paying?: boolean;
}

/** In a tab of its own: what has been typed stays. */
const Page = ({ path, children }: { path: string; children: string }) => (
  <ChakraLink href={path} target="_blank">
    {children}
  </ChakraLink>
);

/** The tick for the terms, which names and links them. It is set at first (docs/look.md, "Terms, privacy, refunds and seller"). */
export const TermsTick = ({ paying = false, onChange }: Props) => (
  <Checkbox
    name="terms"
    defaultChecked
    onChange={onChange}
    label={
      <span>
        I agree to the <Page path="/terms">terms and conditions</Page> and have read about{' '}
        <Page path="/privacy">privacy</Page>
        {paying && (
          <>
            {' '}
            and <Page path="/refunds">refunds</Page>
          </>
        )}
      </span>
    }
  />
);
