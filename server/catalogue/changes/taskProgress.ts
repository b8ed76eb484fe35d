import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { ErrorCode } from '../../errors';

export enum ChangeTask {
  CHECK = 'check',
  APPLY = 'apply',
  UNDO = 'undo',
}
registerEnumType(ChangeTask, {
  name: 'ImportTask',
  description: 'A task of an import, which runs in the background.',
  valuesConfig: {
    CHECK: { description: 'Compares its rows with the catalogue.' },
    APPLY: { description: 'Writes its models.' },
    UNDO: { description: 'Undoes its changes.' },
  },
});

@ObjectType('ImportProgress', { description: 'The progress of a running task.' })
export class TaskProgress {
  @Field(() => ChangeTask, { description: 'What the server is doing.' })
  task!: ChangeTask;

  @Field(() => Int, { description: 'How many rows are done.' })
  done!: number;

  @Field(() => Int, { description: 'How many rows there are to do.' })
  total!: number;
}

@ObjectType('ImportFailure', { description: 'Why the last task of an import failed. It can be started again.' })
export class TaskFailure {
  @Field(() => ChangeTask, { description: 'The task that failed.' })
  task!: ChangeTask;

  @Field(() => ErrorCode, {
    description:
      'CONFLICT if the catalogue has changed since the check, SERVICE_UNAVAILABLE if the server or its database was interrupted.',
  })
  code!: ErrorCode;

  @Field(() => String, { description: 'The reason, for people.' })
  message!: string;
}
