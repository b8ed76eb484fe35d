import { useApolloClient } from '@apollo/client/react';
import type { SendImage } from '../components/images/useUploads';
import { type ImageUse, UploadImageDocument } from '../graphql/generated/backOffice';

/** Uploads pictures of the catalogue, which the server keeps for a record that is saved later. */
export function useSendImage(use: ImageUse): SendImage {
  const { mutate } = useApolloClient();
  return async (file, { signal, onProgress }) => {
    const { data } = await mutate({
      mutation: UploadImageDocument,
      variables: { use, file },
      fetchPolicy: 'no-cache',
      context: { isUpload: true, fetchOptions: { signal, onProgress } },
    });
    if (!data) throw new Error('The response has no image.');
    return data.uploadImage;
  };
}
