import { Button, type ButtonProps } from '@chakra-ui/react';

/** For actions that delete or lose something. */
export const DangerButton = (props: ButtonProps) => (
  <Button
    variant="outline"
    color="danger"
    borderColor="danger"
    _hover={{ bg: 'danger', borderColor: 'danger', color: 'panel' }}
    {...props}
  />
);
