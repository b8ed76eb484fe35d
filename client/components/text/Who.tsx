import { Email } from './Email';

/** Who did something: `admin@example.com by the token Mirror`. */
export const Who = ({ username, token }: { username: string; token?: string | null | undefined }) => (
  <>
    <Email>{username}</Email>
    {token && (
      <>
        {' by the token '}
        <span translate="no">{token}</span>
      </>
    )}
  </>
);
