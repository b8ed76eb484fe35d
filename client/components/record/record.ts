import type { ReactNode } from 'react';
import type { ListPaths } from '../../paths';

/** A loaded record: the form's values and their optimistic-lock version. */
export interface ReadRecord<Values> {
  id: string;
  version: number;
  /** The name shown to users: "Honda CBR600RR (2007)". */
  name: string;
  values: Values;
}

/** How the error summary and a stale edit name and show a field. */
export interface FieldInfo<Values> {
  name: keyof Values & string;
  label: string;
  show?: (value: never) => ReactNode;
}

/** The settings shared by all records of a type. */
export interface RecordKind<Values> {
  /** "Make" in "Create Make". */
  title: string;
  /** `edit` or `show` leads to one of them. */
  paths: ListPaths & { edit?: (id: string) => string; show?: (id: string) => string };
  fields: readonly FieldInfo<Values>[];
  /** The texts of docs/look.md, "Messages". */
  words: {
    created: string;
    /** Absent, like the texts of a delete, if records cannot be edited. */
    updated?: string;
    deleted?: string;
    createFailed?: string;
    updateFailed?: string;
    deleteFailed?: string;
  };
}

/** Compares by value: forms hold texts, numbers and lists of them. */
export const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

export const fieldId = (name: string) => `field-${name}`;
