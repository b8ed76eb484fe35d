import { type ComponentType, createContext } from 'react';

/** The lists whose filters can be kept. */
export type ListName = 'MODELS' | 'USERS' | 'CLIENTS' | 'LOGS' | 'CORRECTIONS' | 'FEEDBACK' | 'PAYMENTS';

/** The saved views of a list, which another room fills in (client/MemberPages.tsx). */
export const ViewsSlot = createContext<ComponentType<{ list: ListName }> | null>(null);
