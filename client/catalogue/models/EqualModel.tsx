import { Box, Link as ChakraLink, Text } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { Notice } from '../../components/notice/Notice';
import { textKey } from '../../components/text/textKey';
import { ModelsDocument } from '../../graphql/generated/backOffice';
import { useRead } from '../../graphql/useRead';
import { modelPaths } from '../../paths';

/** How long somebody who types pauses before the catalogue is asked. */
const PAUSE = 400;

type Place = Record<'makeId' | 'name' | 'year', string>;
const placeOf = ({ makeId, name, year }: Place) => JSON.stringify([makeId, textKey(name), year.trim()]);

export interface EqualModelProps {
  /** The id of the model that is changed; none if it is new. */
  own: string | undefined;
  /** The model that this is a copy of: it equals this one until make, name or year change. */
  copied: { id: string; values: Place } | undefined;
}

/** Warns if another model has the make, the name and the year of this one. It may be saved all the same. */
export function EqualModel({ own, copied }: EqualModelProps) {
  const { control } = useFormContext();
  const [makeId = '', name = '', year = ''] = useWatch({ control, name: ['makeId', 'name', 'year'] }) as string[];
  const now = placeOf({ makeId, name, year });
  const [asked, setAsked] = useState('[]');
  useEffect(() => {
    const pause = setTimeout(() => setAsked(now), PAUSE);
    return () => clearTimeout(pause);
  }, [now]);

  const [make, model = '', text = ''] = JSON.parse(asked) as string[];
  const number = Number(text);
  const whole = Boolean(make && model && model.length <= 255 && /^\d{4}$/.test(text));
  const { data } = useRead(ModelsDocument, {
    variables: {
      page: 1,
      limit: 100,
      sortBy: 'NAME',
      dir: 'ASC',
      filter: { makeId: make ?? null, name: model, yearFrom: number, yearTo: number },
    },
    skip: !whole,
    fetchPolicy: 'network-only',
  });
  const isEqual = (other: { id: string; name: string }) => other.id !== own && textKey(other.name) === model;
  const isCopy = copied && now === placeOf(copied.values);
  const equal = isCopy ? copied : whole && asked === now ? data?.models.items.find(isEqual) : undefined;
  return (
    <Box role="status" mt={equal ? 3 : 0}>
      {equal && (
        <Notice kind="warning">
          <Text>
            This model already exists:{' '}
            <ChakraLink asChild fontWeight="semibold">
              <Link to={modelPaths.edit(equal.id)}>open it</Link>
            </ChakraLink>
            , or save anyway.
          </Text>
        </Notice>
      )}
    </Box>
  );
}
