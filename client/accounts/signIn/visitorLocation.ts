import type { ApolloClient } from '@apollo/client';
import { VisitorLocationDocument } from '../../graphql/generated/accounts';

const KEY = 'visitorLocation';

/** Spec section 3: looked up once after a sign-in and kept in localStorage. Nothing waits for it; without an answer there is none. */
export async function rememberVisitorLocation(client: ApolloClient) {
  try {
    if (localStorage.getItem(KEY)) return;
    const { data } = await client.query({ query: VisitorLocationDocument, fetchPolicy: 'no-cache' });
    if (data) localStorage.setItem(KEY, JSON.stringify(data.visitorLocation));
  } catch (error) {
    console.warn('The visitor location is not known.', error);
  }
}
