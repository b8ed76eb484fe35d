import { Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../../context';
import { Input } from '../../inputs/mutation';
import { AddUsersInput, AddUsersPayload, addUsers } from '../users/addUsers.operations';
import { Client } from './client.entity';
import { ClientMerge, ClientMergeInput, clientMerge, MergeClientsInput, mergeClients } from './merge.operations';
import { Renewal, RenewalInput, RenewClientInput, renewal, renewClient } from './renewal.operations';

/** What administrators do with a client and its users together. */
@Resolver()
export class ClientDeskResolver {
  @Query(() => Renewal, { description: 'Previews renewing a client and its users.' })
  renewal(@Ctx() ctx: Context, @Args(() => RenewalInput) input: RenewalInput) {
    return renewal(ctx, input);
  }

  @Mutation(() => Client, {
    description:
      'Renews a client and its users: moves their last days, never back, and clears “account expired” where the last day had passed.',
  })
  renewClient(@Ctx() ctx: Context, @Input(() => RenewClientInput) input: RenewClientInput) {
    return renewClient(ctx, input);
  }

  @Mutation(() => AddUsersPayload, { description: 'Adds several locksmiths to a client and mails them invitations.' })
  addUsers(@Ctx() ctx: Context, @Input(() => AddUsersInput) input: AddUsersInput) {
    return addUsers(ctx, input);
  }

  @Query(() => ClientMerge, { description: 'Previews merging two clients.' })
  clientMerge(@Ctx() ctx: Context, @Args(() => ClientMergeInput) input: ClientMergeInput) {
    return clientMerge(ctx, input);
  }

  @Mutation(() => Client, {
    description:
      'Moves the users and payments of a client into another one, and deletes the first. Returns the other client.',
  })
  mergeClients(@Ctx() ctx: Context, @Input(() => MergeClientsInput) input: MergeClientsInput) {
    return mergeClients(ctx, input);
  }
}
