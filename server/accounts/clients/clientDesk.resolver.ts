import { Args, Ctx, Resolver } from 'type-graphql';
import type { Context } from '../../context';
import { MutationOf, QueryOf } from '../../gate/graphFields';
import { Input } from '../../inputs/mutation';
import { AddUsersInput, AddUsersPayload, addUsers } from '../users/addUsers.operations';
import { Client } from './client.entity';
import { ClientMerge, ClientMergeInput, clientMerge, MergeClientsInput, mergeClients } from './merge.operations';
import { Renewal, RenewalInput, RenewClientInput, renewal, renewClient } from './renewal.operations';

/** What administrators do with a client and its users together. */
@Resolver()
export class ClientDeskResolver {
  @QueryOf(renewal, () => Renewal)
  renewal(@Ctx() ctx: Context, @Args(() => RenewalInput) input: RenewalInput) {
    return renewal(ctx, input);
  }

  @MutationOf(renewClient, () => Client)
  renewClient(@Ctx() ctx: Context, @Input(() => RenewClientInput) input: RenewClientInput) {
    return renewClient(ctx, input);
  }

  @MutationOf(addUsers, () => AddUsersPayload)
  addUsers(@Ctx() ctx: Context, @Input(() => AddUsersInput) input: AddUsersInput) {
    return addUsers(ctx, input);
  }

  @QueryOf(clientMerge, () => ClientMerge)
  clientMerge(@Ctx() ctx: Context, @Args(() => ClientMergeInput) input: ClientMergeInput) {
    return clientMerge(ctx, input);
  }

  @MutationOf(mergeClients, () => Client)
  mergeClients(@Ctx() ctx: Context, @Input(() => MergeClientsInput) input: MergeClientsInput) {
    return mergeClients(ctx, input);
  }
}
