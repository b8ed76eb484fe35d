import type { ApolloClient } from '@apollo/client';
import { VisitorLocationDocument } from '../../graphql/generated/accounts';

const KEY = 'visitorLocation';

/**
 * Looked up once after a sign-in and cached in localStorage (docs/rules.md, "Visitor location"). Nothing waits for it.
 */
export async function rememberVisitorLocation(client: ApolloClient) {
  try {
    if (localStorage.getItem(KEY)) return;
    const { data } = await client.query({ query: VisitorLocationDocument, fetchPolicy: 'no-cache' });
    if (data) localStorage.setItem(KEY, JSON.stringify(data.visitorLocation));
  } catch (error) {
    console.warn('The visitor’s location could not be determined.', error);
  }
}
