import { Box, Button, Link as ChakraLink, Text } from '@chakra-ui/react';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { Notice } from '../../components/notice/Notice';
import { textKey } from '../../components/text/textKey';
import { EqualModelsDocument, type KeyLabelFragment } from '../../graphql/generated/backOffice';
import { useRead } from '../../graphql/useRead';
import { modelPaths } from '../../paths';
import { keyLabel, lockText, type TextName } from '../keyData';

/** How long somebody who types pauses before the catalogue is asked. */
const PAUSE = 400;

type Place = Record<'makeId' | 'name' | 'year', string>;
const placeOf = ({ makeId, name, year }: Place) => JSON.stringify([makeId, textKey(name), year.trim()]);

export interface EqualModelProps {
  /** The id of the model that is changed; none if it is new. */
  own: string | undefined;
  /** The model that this is a copy of: it equals this one until make, name or year change. */
  copied: { id: string; values: Place & Record<TextName, string>; otherKeys: (KeyLabelFragment & Id)[] } | undefined;
}
type Id = { id: string };

const Open = ({ id, children }: { id: string; children: ReactNode }) => (
  <ChakraLink asChild fontWeight="semibold">
    <Link to={modelPaths.edit(id)}>{children}</Link>
  </ChakraLink>
);

/**
 * Says if others have the make, the name and the year of this model. With other locks they are the other keys of its bike;
 * else it may be saved all the same. Says also which keys are copied with it.
 */
export function EqualModel({ own, copied }: EqualModelProps) {
  const { control, setFocus } = useFormContext();
  const [makeId = '', name = '', year = '', label = ''] = useWatch({
    control,
    name: ['makeId', 'name', 'year', lockText.name],
  }) as string[];
  const now = placeOf({ makeId, name, year });
  const [asked, setAsked] = useState('[]');
  const [isFurther, setFurther] = useState(false);
  useEffect(() => {
    const pause = setTimeout(() => setAsked(now), PAUSE);
    return () => clearTimeout(pause);
  }, [now]);

  const [make, model = '', text = ''] = JSON.parse(asked) as string[];
  const number = Number(text);
  const whole = Boolean(make && model && model.length <= 255 && /^\d{4}$/.test(text));
  const { data } = useRead(EqualModelsDocument, {
    variables: { filter: { makeId: make ?? null, name: model, yearFrom: number, yearTo: number } },
    skip: !whole,
    fetchPolicy: 'network-only',
  });
  const isCopy = copied && now === placeOf(copied.values);
  const found =
    whole && asked === now
      ? data?.models.items.filter((other) => other.id !== own && textKey(other.name) === model)
      : undefined;
  const equal: (KeyLabelFragment & Id)[] =
    found ?? (isCopy ? [{ id: copied.id, ...copied.values }, ...copied.otherKeys] : []);
  const [first] = equal;
  const same = equal.find((other) => textKey(keyLabel(other)) === textKey(label));
  const isAnotherKey = label.trim() !== '' && !same;
  return (
    <Box role="status" mt={first || copied?.otherKeys.length ? 3 : 0}>
      {first && (
        <Notice kind={isAnotherKey || isFurther ? 'info' : 'warning'}>
          {isAnotherKey || isFurther ? (
            <Text>
              Another key of this bike, beside{' '}
              {equal.map((other, index) => (
                <Fragment key={other.id}>
                  {index > 0 && ', '}
                  <Open id={other.id}>{keyLabel(other) || 'one without locks'}</Open>
                </Fragment>
              ))}
              .{!isAnotherKey && ' Enter the locks that it fits.'}
            </Text>
          ) : (
            <>
              <Text>
                This model already exists: <Open id={(same ?? first).id}>open it</Open>, or save anyway.
              </Text>
              <Button
                type="button"
                variant="outline"
                mt={2}
                onClick={() => {
                  setFurther(true);
                  setFocus(lockText.name);
                }}
              >
                Another key of this bike
              </Button>
            </>
          )}
        </Notice>
      )}
      {copied && !isCopy && copied.otherKeys.length > 0 && (
        <Text mt={first ? 2 : 0} fontSize="sm" color="muted">
          The bike’s other {copied.otherKeys.length === 1 ? 'key is' : 'keys are'} copied as well:{' '}
          <span translate="no">
            {copied.otherKeys.map((other) => keyLabel(other) || 'one without locks').join(', ')}
          </span>
          .
        </Text>
      )}
    </Box>
  );
}
