import { describeEnum } from './describeEnum';

export enum LengthUnit {
  INCH = 'inch',
  MM = 'mm',
}
describeEnum(LengthUnit, 'LengthUnit', 'What lengths are measured in.', {
  INCH: 'Inches, e.g. .098.',
  MM: 'Millimetres, e.g. 2.5.',
});
