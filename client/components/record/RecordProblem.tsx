import { Stack } from '@chakra-ui/react';
import type { ListPaths } from '../../paths';
import { LinkButton } from '../LinkButton';
import { Problem } from '../notice/Problem';
import { PageHeading } from '../PageHeading';
import type { FormMode } from './useRecord';

interface Props {
  kind: { title: string; paths: ListPaths };
  mode: FormMode | 'show';
  /** Absent if a retry cannot help. */
  onRetry?: (() => void) | undefined;
  children: string;
}

/** Replaces a form or page whose record failed to load. */
export const RecordProblem = ({ kind: { title, paths }, mode, onRetry, children }: Props) => (
  <Stack gap={4} p={{ base: 4, md: 6 }} maxW="measure" align="stretch">
    <PageHeading>{mode === 'show' ? title : `${mode === 'edit' ? 'Edit' : 'Create'} ${title}`}</PageHeading>
    <Problem onRetry={onRetry}>{children}</Problem>
    <LinkButton to={paths.list} alignSelf="flex-start">
      List
    </LinkButton>
  </Stack>
);
