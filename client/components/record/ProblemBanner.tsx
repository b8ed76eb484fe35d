import { Link as ChakraLink, chakra, Text } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { Notice } from '../notice/Notice';
import { Problem } from '../notice/Problem';
import { type FieldInfo, fieldId } from './record';
import type { SaveProblem } from './saveProblem';

/** The control of a field; for a group (spacing, images), its first control. */
function control(name: string, root: HTMLElement | null) {
  const group = `[id^="${CSS.escape(fieldId(name))}"]`;
  return document.getElementById(fieldId(name)) ?? root?.querySelector<HTMLElement>(group);
}

/** A field that is not shown yet depends on an earlier one, as the model does on the make. `names` are in page order. */
function focusField(name: string, names: readonly string[], root: HTMLElement | null) {
  const upTo = names.slice(0, names.indexOf(name) + 1).reverse();
  for (const each of upTo.length ? upTo : [name]) {
    const found = control(each, root);
    if (found) return found.focus();
  }
}

interface Props<Values> {
  problem: SaveProblem | null;
  fields: readonly FieldInfo<Values>[];
  onRetry: () => void;
}

/** The error of a save or delete, at the top of the form; takes the focus, so the page scrolls to it. */
export function ProblemBanner<Values>({ problem, fields, onRetry }: Props<Values>) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem) box.current?.focus();
  }, [problem]);
  if (!problem) return null;

  // In page order; messages without a field come last.
  const known = fields.map(({ name }) => name as string);
  const place = (name: string) => (known.includes(name) ? known.indexOf(name) : known.length);
  return (
    <chakra.div ref={box} tabIndex={-1} mb={4} _focusVisible={{ outline: 'none' }}>
      {problem.kind === 'silent' && (
        <Problem onRetry={onRetry}>The server did not respond. Your changes are still here.</Problem>
      )}
      {problem.kind === 'failed' && (
        <Notice kind="danger" role="alert">
          {problem.lead && <Text fontWeight="semibold">{problem.lead}</Text>}
          <Text fontWeight={problem.lead ? undefined : 'semibold'}>{problem.heading}</Text>
          {problem.detail && <Text>{problem.detail}</Text>}
        </Notice>
      )}
      {problem.kind === 'invalid' && (
        <Notice kind="danger" role="alert">
          <Text fontWeight="semibold">Please fix the following errors:</Text>
          <chakra.ul listStyleType="disc" ps={5}>
            {Object.entries(problem.errors)
              .sort(([one], [other]) => place(one) - place(other))
              .map(([name, messages]) => (
                <li key={name}>
                  <ChakraLink
                    href={`#${fieldId(name)}`}
                    display="inline-block"
                    py={1}
                    color="text"
                    onClick={(event) => {
                      // Focus in code: a hash would be a navigation, which the unsaved-changes guard would block.
                      event.preventDefault();
                      focusField(name, known, box.current?.closest('form') ?? null);
                    }}
                  >
                    {messages.join(', ')}
                  </ChakraLink>
                </li>
              ))}
          </chakra.ul>
        </Notice>
      )}
    </chakra.div>
  );
}
