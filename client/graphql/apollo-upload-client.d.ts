/** The package has no types of its own; what we use of it. */
declare module 'apollo-upload-client/UploadHttpLink.mjs' {
  import { ApolloLink } from '@apollo/client';

  export default class UploadHttpLink extends ApolloLink {
    constructor(options: {
      uri: string;
      credentials?: RequestCredentials;
      headers?: Record<string, string>;
      fetch?: (uri: string, options: RequestInit) => Promise<Response>;
    });
  }
}
