import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { PageOf } from '../../inputs/list';
import { KeyDataField } from '../keyData';

@ObjectType({ description: 'A value of the caller’s company for one field of the key data of a bike.' })
export class OwnValue {
  @Field(() => ID, { description: 'Identifies the value.' })
  id!: number;

  @Field(() => KeyDataField, { description: 'Which field of the key data.' })
  field!: string;

  @Field(() => String, { description: 'The company’s value; never empty.' })
  value!: string;

  @Field(() => String, { description: 'The username of whoever typed it.' })
  username!: string;

  @Field(() => GraphQLDateTime, { description: 'When it was typed.' })
  updatedAt!: Date;

  @Field(() => Int, {
    description: 'Goes up with every change. A change sent with an older version is refused (CONFLICT).',
  })
  version!: number;
}

@ObjectType({ description: 'A note of the caller’s company on a bike.' })
export class CompanyNote {
  @Field(() => ID, { description: 'Identifies the note.' })
  id!: number;

  @Field(() => String, { description: 'What it says; may have several lines.' })
  text!: string;

  @Field(() => String, { description: 'The username of its author.' })
  username!: string;

  @Field(() => Boolean, { description: 'Whether the caller is its author: nobody else may change it.' })
  own!: boolean;

  @Field(() => Boolean, {
    description: 'Whether the caller may delete it: its author, or anybody of the company if its author has left.',
  })
  deletable!: boolean;

  @Field(() => GraphQLDateTime, { description: 'When it was written.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: 'When it was last changed.' })
  updatedAt!: Date;

  @Field(() => Int, {
    description: 'Goes up with every change. A change sent with an older version is refused (CONFLICT).',
  })
  version!: number;
}

@ObjectType({ description: 'What the caller’s company keeps of one bike: values and notes of its own.' })
export class OwnSheet {
  @Field(() => ID, { description: 'Identifies the own sheet.' })
  id!: number;

  @Field(() => ID, { nullable: true, description: 'The model of the catalogue; null if the catalogue lacks the bike.' })
  modelId!: number | null;

  @Field(() => ID, { nullable: true, description: 'The make of that model.' })
  makeId!: number | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'For a bike that the catalogue lacked: a model of the same make, name and year that it has by now, to which `moveOwnSheet` can move the sheet.',
  })
  newModelId!: number | null;

  @Field(() => String, { description: 'The make of the bike.' })
  make!: string;

  @Field(() => String, { description: 'The name of the bike.' })
  name!: string;

  @Field(() => Int, { description: 'The year of the bike.' })
  year!: number;

  @Field(() => Int, { description: 'How many own values it has.' })
  valuesCount!: number;

  @Field(() => Int, { description: 'How many notes it has.' })
  notesCount!: number;

  @Field(() => String, { description: 'The username of whoever began it.' })
  username!: string;

  @Field(() => GraphQLDateTime, { description: 'When it was begun.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: 'When the bike, a value or a note was last changed.' })
  updatedAt!: Date;

  @Field(() => Int, { description: 'Goes up with every change of the bike or of a value.' })
  version!: number;
}

@ObjectType({ description: 'Some of the own sheets, and how many there are.' })
export class OwnSheetPage extends PageOf(OwnSheet, 'own sheets') {}
