import {
  Building2,
  ChartColumn,
  CreditCard,
  Eye,
  FileUp,
  FileWarning,
  KeyRound,
  type LucideIcon,
  Newspaper,
  NotebookPen,
  Receipt,
  RulerDimensionLine,
  ScanSearch,
  ScrollText,
  Tags,
  Truck,
  UsersRound,
  Wrench,
} from 'lucide-react';
import {
  aliasPaths,
  apiTokenPaths,
  clientPaths,
  correctionPaths,
  keySystemPaths,
  makePaths,
  modelPaths,
  ownSheetPaths,
  paths,
  queryPaths,
  sheetPaths,
  userPaths,
  webhookPaths,
} from '../../paths';

export interface Item {
  label: string;
  Icon: LucideIcon;
  roles: string[];
  to: string;
  /** Whether it works without a connection. */
  isKept?: boolean;
  /** Whether it matches the current path. */
  holds: (path: string) => boolean;
  /** What its count is of, for screen readers. */
  counted?: 'open' | 'new';
}

const isUnder = (index: string, path: string) => path === index || path.startsWith(`${index}/`);

/** Paths below /products that do not belong to the list of models. */
const others: readonly string[] = [paths.search, sheetPaths.export, sheetPaths.import];

const under = (index: string) => (path: string) =>
  isUnder(index, path) && (others.includes(index) || !others.some((other) => isUnder(other, path)));

/** In menu order (docs/look.md, "Menus"); entries for other roles are hidden. */
export const items: Item[] = [
  {
    label: 'Client List',
    Icon: Building2,
    roles: ['ROLE_ADMIN'],
    to: clientPaths.index,
    holds: under(clientPaths.index),
  },
  {
    label: 'Update Make',
    Icon: Wrench,
    roles: ['ROLE_ADMIN'],
    to: makePaths.index,
    holds: under(makePaths.index),
  },
  { label: 'Model', Icon: KeyRound, roles: ['ROLE_ADMIN'], to: modelPaths.index, holds: under(modelPaths.index) },
  { label: 'Logs', Icon: ScrollText, roles: ['ROLE_ADMIN'], to: paths.logs, holds: under(paths.logs) },
  { label: 'User List', Icon: UsersRound, roles: ['ROLE_ADMIN'], to: userPaths.index, holds: under(userPaths.index) },
  {
    label: 'Correction',
    Icon: FileWarning,
    isKept: true,
    roles: ['ROLE_ADMIN', 'ROLE_USER'],
    to: correctionPaths.index,
    holds: under(correctionPaths.index),
    counted: 'open',
  },
];

/** The entries after the makes. */
export const lastItems: Item[] = [
  {
    label: 'Identify a key',
    Icon: ScanSearch,
    roles: ['ROLE_ADMIN', 'ROLE_USER'],
    to: paths.identify,
    holds: under(paths.identify),
  },
  { label: 'Blanks in the van', Icon: Truck, roles: ['ROLE_USER'], to: paths.van, holds: under(paths.van) },
  {
    label: 'Our sheets',
    Icon: NotebookPen,
    roles: ['ROLE_USER'],
    to: ownSheetPaths.index,
    holds: under(ownSheetPaths.index),
  },
  {
    label: "What's new",
    Icon: Newspaper,
    roles: ['ROLE_ADMIN', 'ROLE_USER'],
    to: paths.whatsNew,
    holds: under(paths.whatsNew),
    counted: 'new',
  },
  {
    label: 'Overview',
    Icon: ChartColumn,
    roles: ['ROLE_ADMIN'],
    to: paths.overview,
    holds: under(paths.overview),
  },
  { label: 'Access', Icon: Eye, roles: ['ROLE_ADMIN'], to: paths.access, holds: under(paths.access) },
  {
    label: 'Import',
    Icon: FileUp,
    roles: ['ROLE_ADMIN'],
    to: sheetPaths.import,
    holds: under(sheetPaths.import),
  },
  {
    label: 'Key Systems',
    Icon: RulerDimensionLine,
    roles: ['ROLE_ADMIN'],
    to: keySystemPaths.index,
    holds: under(keySystemPaths.index),
  },
  {
    label: 'Aliases',
    Icon: Tags,
    roles: ['ROLE_ADMIN'],
    to: aliasPaths.index,
    holds: under(aliasPaths.index),
  },
  {
    label: 'Payments',
    Icon: Receipt,
    roles: ['ROLE_ADMIN', 'ROLE_USER'],
    to: paths.payments,
    holds: under(paths.payments),
  },
  {
    label: 'Make Payment',
    Icon: CreditCard,
    roles: ['ROLE_ADMIN', 'ROLE_USER'],
    to: paths.makePayment,
    holds: under(paths.makePayment),
  },
];

/** The entries of the group "Integrations", for administrators. */
export const integrations: Pick<Item, 'label' | 'to' | 'holds'>[] = [
  { label: 'API Tokens', to: apiTokenPaths.list, holds: under(apiTokenPaths.index) },
  { label: 'Webhooks', to: webhookPaths.list, holds: under(webhookPaths.index) },
  { label: 'Registered Queries', to: queryPaths.list, holds: under(queryPaths.index) },
];
