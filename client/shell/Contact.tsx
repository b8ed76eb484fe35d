import { Link as ChakraLink, Text } from '@chakra-ui/react';
import { settings } from '../components/settings';
import { mailtoOf } from '../components/text/mailtoOf';

/** The link of a telephone number. */
const telOf = (phone: string) => `tel:${phone.replace(/[^+\d]/g, '')}`;

const target = { display: 'inline-flex', alignItems: 'center', minH: 'control' } as const;

export const PhoneLink = () => (
  <ChakraLink {...target} href={telOf(settings.supportPhone)} whiteSpace="nowrap">
    {settings.supportPhone}
  </ChakraLink>
);

export const EmailLink = () => (
  <ChakraLink {...target} href={mailtoOf(settings.supportEmail)} overflowWrap="anywhere">
    {settings.supportEmail}
  </ChakraLink>
);

/** Whom to ask, as far as the operator says it. */
export const Contact = () => (
  <>
    {settings.supportPhone && (
      <Text>
        Questions? Call <PhoneLink />
      </Text>
    )}
    {settings.supportEmail && (
      <Text>
        {settings.supportPhone ? 'Or write to ' : 'Questions? Write to '}
        <EmailLink />
      </Text>
    )}
  </>
);
