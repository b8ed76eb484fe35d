import { hashesOf, imageErrors, type PickedImage } from '../../components/images/pickedImage';
import type { ReadRecord, RecordKind } from '../../components/record/record';
import { same } from '../../components/record/record';
import { InvalidInput } from '../../components/record/saveProblem';
import type { MakeInput, MakeRecordFragment } from '../../graphql/generated/backOffice';
import { makePaths } from '../../paths';
import { showImages } from '../showImages';

interface MakeValues {
  displayName: string;
  fullName: string;
  otherDetails: string;
  /** One or none. */
  icon: PickedImage[];
}

export const makeKind: RecordKind<MakeValues> = {
  title: 'Make',
  paths: makePaths,
  fields: [
    { name: 'displayName', label: 'Display Name' },
    { name: 'fullName', label: 'Full Name' },
    { name: 'otherDetails', label: 'Other Details' },
    { name: 'icon', label: 'Icon', show: showImages },
  ],
  words: {
    created: 'Company created successfully!',
    updated: 'Company updated successfully!',
    deleted: 'Company deleted successfully!',
    // The same text as for clients (docs/look.md, "Messages").
    deleteFailed: 'An error occurred while updating the client.',
  },
};

export const noMake: MakeValues = { displayName: '', fullName: '', otherDetails: '', icon: [] };

/** An icon is shown at 100 × 100 (docs/rules.md, "Images"). */
const iconOf = ({ iconHash, iconUrl }: MakeRecordFragment): PickedImage[] =>
  iconHash && iconUrl
    ? [{ key: iconHash, hash: iconHash, url: iconUrl, thumbnailUrl: iconUrl, width: 100, height: 100 }]
    : [];

export const readMake = (make: MakeRecordFragment): ReadRecord<MakeValues> => ({
  id: make.id,
  version: make.version,
  name: make.displayName,
  values: {
    displayName: make.displayName,
    fullName: make.fullName,
    otherDetails: make.otherDetails,
    icon: iconOf(make),
  },
});

/** An unchanged icon is omitted: it is kept, or copied with a copy. */
export function makeInput({ icon, ...texts }: MakeValues, base: MakeValues): MakeInput {
  const errors = imageErrors(icon);
  if (errors.length) throw new InvalidInput({ icon: errors });
  return same(icon, base.icon) ? texts : { ...texts, icon: hashesOf(icon)[0] ?? null };
}
