import { NewSecret } from '../../components/form/NewSecret';

/** The secret of a new token, shown this once. */
export const TokenSecret = ({ secret, onDone }: { secret: string; onDone: () => void }) => (
  <NewSecret
    title="The token’s secret"
    description="The program sends it as “Authorization: Bearer …”."
    secret={secret}
    onDone={onDone}
  />
);
