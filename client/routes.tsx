import { type ReactNode, Suspense } from 'react';
import {
  createBrowserRouter,
  type Location,
  matchRoutes,
  Navigate,
  type NavigateOptions,
  Outlet,
  parsePath,
  type RouteObject,
  ScrollRestoration,
  useLocation,
  useMatches,
  useSearchParams,
} from 'react-router-dom';
import { lazyScreen } from './components/lazyScreen';
import { Loading } from './components/notice/Loading';
import type { FormMode } from './components/record/useRecord';
import {
  adminOnlyPaths,
  aliasPaths,
  apiTokenPaths,
  checkoutEmail,
  checkoutPath,
  clientPaths,
  correctionPaths,
  feedbackPaths,
  keySystemPaths,
  type ListPaths,
  landingPath,
  legalPaths,
  makePaths,
  memberPaths,
  modelPaths,
  ownSheetPaths,
  paths,
  queryPaths,
  sheetPaths,
  startPath,
  userPaths,
  webhookPaths,
} from './paths';
import { currentSession, useSession } from './session';
import { NotFound } from './shell/NotFound';
import { RouteError } from './shell/RouteError';
import { VisitorShell } from './shell/VisitorShell';

const Home = lazyScreen(() => import('./home/Home').then((file) => file.Home));
const PictureGallery = lazyScreen(() => import('./home/PictureGallery').then((file) => file.PictureGallery));
const Login = lazyScreen(() => import('./accounts/signIn/Login').then((file) => file.Login));
const ConfirmSession = lazyScreen(() =>
  import('./accounts/sessions/ConfirmSession').then((file) => file.ConfirmSession),
);
const MemberPages = lazyScreen(() => import('./MemberPages').then((file) => file.MemberPages));
const Clients = lazyScreen(() => import('./accounts/clients/Clients').then((file) => file.Clients));
const ClientForm = lazyScreen(() => import('./accounts/clients/ClientForm').then((file) => file.ClientForm));
const Users = lazyScreen(() => import('./accounts/users/Users').then((file) => file.Users));
const UserForm = lazyScreen(() => import('./accounts/users/UserForm').then((file) => file.UserForm));
const Sessions = lazyScreen(() => import('./accounts/sessions/Sessions').then((file) => file.Sessions));
const Security = lazyScreen(() => import('./accounts/secondFactor/Security').then((file) => file.Security));
const Corrections = lazyScreen(() => import('./feedback/corrections/Corrections').then((file) => file.Corrections));
const CorrectionDetail = lazyScreen(() =>
  import('./feedback/corrections/CorrectionDetail').then((file) => file.CorrectionDetail),
);
const CorrectionForm = lazyScreen(() =>
  import('./feedback/corrections/CorrectionForm').then((file) => file.CorrectionForm),
);
const MyCorrections = lazyScreen(() =>
  import('./feedback/corrections/MyCorrections').then((file) => file.MyCorrections),
);
const Feedbacks = lazyScreen(() => import('./feedback/Feedbacks').then((file) => file.Feedbacks));
const FeedbackDetail = lazyScreen(() => import('./feedback/FeedbackDetail').then((file) => file.FeedbackDetail));
const FeedbackForm = lazyScreen(() => import('./feedback/FeedbackForm').then((file) => file.FeedbackForm));
const Logs = lazyScreen(() => import('./logs/Logs').then((file) => file.Logs));
const Accesses = lazyScreen(() => import('./logs/access/Accesses').then((file) => file.Accesses));
const Overview = lazyScreen(() => import('./overview/Overview').then((file) => file.Overview));
const Join = lazyScreen(() => import('./payments/join/Join').then((file) => file.Join));
const Checkout = lazyScreen(() => import('./payments/Checkout').then((file) => file.Checkout));
const MakePayment = lazyScreen(() => import('./payments/MakePayment').then((file) => file.MakePayment));
const Payments = lazyScreen(() => import('./payments/history/Payments').then((file) => file.Payments));
const AllPayments = lazyScreen(() => import('./payments/history/AllPayments').then((file) => file.AllPayments));
const Receipt = lazyScreen(() => import('./payments/history/Receipt').then((file) => file.Receipt));
const PayForClient = lazyScreen(() => import('./payments/client/PayForClient').then((file) => file.PayForClient));
const StopReminders = lazyScreen(() => import('./payments/StopReminders').then((file) => file.StopReminders));
const KeptScreen = lazyScreen(() => import('./offline/shown/KeptScreen').then((file) => file.KeptScreen));
const LegalPage = lazyScreen(() => import('./home/LegalPage').then((file) => file.LegalPage));
const Lookup = lazyScreen(() => import('./catalogue/lookup/Lookup').then((file) => file.Lookup));
const Family = lazyScreen(() => import('./catalogue/jump/Family').then((file) => file.Family));
const Identify = lazyScreen(() => import('./catalogue/identify/Identify').then((file) => file.Identify));
const OwnSheets = lazyScreen(() => import('./catalogue/company/OwnSheets').then((file) => file.OwnSheets));
const OwnSheetForm = lazyScreen(() => import('./catalogue/company/OwnSheetForm').then((file) => file.OwnSheetForm));
const OwnSheetDetail = lazyScreen(() =>
  import('./catalogue/company/OwnSheetDetail').then((file) => file.OwnSheetDetail),
);
const Van = lazyScreen(() => import('./catalogue/van/Van').then((file) => file.Van));
const HelpPage = lazyScreen(() => import('./catalogue/help/HelpPage').then((file) => file.HelpPage));
const WhatsNew = lazyScreen(() => import('./catalogue/news/WhatsNew').then((file) => file.WhatsNew));
const SampleSheet = lazyScreen(() => import('./catalogue/sample/SampleSheet').then((file) => file.SampleSheet));
const Makes = lazyScreen(() => import('./catalogue/makes/Makes').then((file) => file.Makes));
const MakeForm = lazyScreen(() => import('./catalogue/makes/MakeForm').then((file) => file.MakeForm));
const Models = lazyScreen(() => import('./catalogue/models/Models').then((file) => file.Models));
const ModelForm = lazyScreen(() => import('./catalogue/models/ModelForm').then((file) => file.ModelForm));
const ModelSearch = lazyScreen(() => import('./catalogue/search/ModelSearch').then((file) => file.ModelSearch));

const KeySystems = lazyScreen(() => import('./catalogue/systems/KeySystems').then((file) => file.KeySystems));
const KeySystemForm = lazyScreen(() => import('./catalogue/systems/KeySystemForm').then((file) => file.KeySystemForm));
const SuggestedSystems = lazyScreen(() =>
  import('./catalogue/systems/suggested/SuggestedSystems').then((file) => file.SuggestedSystems),
);
const Aliases = lazyScreen(() => import('./catalogue/aliases/Aliases').then((file) => file.Aliases));
const AliasForm = lazyScreen(() => import('./catalogue/aliases/AliasForm').then((file) => file.AliasForm));
const UnreadSeries = lazyScreen(() => import('./catalogue/aliases/UnreadSeries').then((file) => file.UnreadSeries));
const MissedSearches = lazyScreen(() =>
  import('./catalogue/aliases/MissedSearches').then((file) => file.MissedSearches),
);
const ExportPage = lazyScreen(() => import('./catalogue/export/ExportPage').then((file) => file.ExportPage));
const Imports = lazyScreen(() => import('./catalogue/import/Imports').then((file) => file.Imports));
const SystemImport = lazyScreen(() =>
  import('./catalogue/import/systems/SystemImport').then((file) => file.SystemImport),
);
const ImportDetail = lazyScreen(() => import('./catalogue/import/ImportDetail').then((file) => file.ImportDetail));

const ApiTokens = lazyScreen(() => import('./accounts/apiTokens/ApiTokens').then((file) => file.ApiTokens));
const RegisteredQueries = lazyScreen(() =>
  import('./integrations/queries/RegisteredQueries').then((file) => file.RegisteredQueries),
);
const Webhooks = lazyScreen(() => import('./integrations/webhooks/Webhooks').then((file) => file.Webhooks));
const WebhookForm = lazyScreen(() => import('./integrations/webhooks/WebhookForm').then((file) => file.WebhookForm));
const Deliveries = lazyScreen(() => import('./integrations/webhooks/Deliveries').then((file) => file.Deliveries));

const MEMBERS = 'members';

/** A screen that loads in parallel with its shell. */
const preload = (screen: { preload: () => Promise<unknown> | undefined }) => ({ handle: { preload: screen.preload } });
const preloadOf = (handle: unknown) =>
  (handle as { preload?: () => Promise<unknown> | undefined } | undefined)?.preload;

/** `/` is the visitors' page; a user is first confirmed by the server and then redirected. */
function HomeGate() {
  const { user, userUnknown, confirmed } = useSession();
  if (!user && !userUnknown) return <Home />;
  if (user && confirmed) return <Navigate to={startPath(user)} replace />;
  return (
    <ConfirmSession>
      <Home />
    </ConfirmSession>
  );
}

function LoginGate() {
  const { user, userUnknown } = useSession();
  const { state } = useLocation();
  if (user) return <Navigate to={state?.from ?? paths.home} replace />;
  if (!userUnknown) return <Login />;
  return (
    <ConfirmSession>
      <Login />
    </ConfirmSession>
  );
}

/**
 * The public payment page is for the email in its URL; signed-in users have their own page
 * (docs/look.md, "Routes").
 */
function CheckoutGate() {
  const { user } = useSession();
  const [params] = useSearchParams();
  if (user) return <Navigate to={paths.makePayment} replace />;
  return checkoutEmail(params) ? <Checkout /> : <Navigate to={paths.login} replace />;
}

/** Always the same element: a navigation does not render the shell again. */
const memberPages = <MemberPages />;

function MemberGate() {
  const { user, userUnknown, keepPlace, unpaid, secondFactorRequired } = useSession();
  const { pathname, search } = useLocation();
  const matches = useMatches();
  if (!user) {
    // After a payment on the public page, the user is not sent to the signed-in payment page.
    const isDone = unpaid && pathname === paths.makePayment;
    const from = keepPlace && !isDone ? pathname + search : undefined;
    const leave = <Navigate to={unpaid ? checkoutPath(unpaid) : paths.login} replace state={{ from }} />;
    return userUnknown ? <ConfirmSession>{leave}</ConfirmSession> : leave;
  }
  // From there, the user goes on to this page.
  if (secondFactorRequired && pathname !== paths.security)
    return <Navigate to={paths.security} replace state={{ from: pathname + search }} />;
  for (const { handle } of matches) void preloadOf(handle)?.();
  return memberPages;
}

/** Redirects a locksmith to the lookup (docs/look.md, "Routes"); MemberShell shows the reason. */
function AdminGate({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const notice = 'That page is for administrators. You were taken to the lookup instead.';
  return user?.isAdmin ? children : <Navigate to={landingPath()} replace state={{ notice }} />;
}

/** What a company keeps is not for administrators (docs/rules.md, "Roles and access"). */
function CompanyGate() {
  return useSession().user?.isAdmin ? <NotFound /> : <Outlet />;
}

/** Corrections and feedback: a list for administrators, a form for other users (docs/look.md, "Routes"). */
function SentIndex({ paths }: { paths: ListPaths }) {
  return <Navigate to={useSession().user?.isAdmin ? paths.list : paths.create} replace />;
}

/** An unknown path keeps the shell of the signed-in user or visitor. */
function UnknownPath() {
  return useSession().user ? (
    <MemberPages>
      <NotFound />
    </MemberPages>
  ) : (
    <VisitorShell>
      <NotFound />
    </VisitorShell>
  );
}

type Screen = ReturnType<typeof lazyScreen<object>>;
type FormScreen = ReturnType<typeof lazyScreen<{ mode: FormMode }>>;

/** The screens of a record type (docs/look.md, "Routes"). Keyed, so forms do not share typed text. */
const recordRoutes = (
  paths: ListPaths,
  List: Screen,
  Form: FormScreen,
  modes: FormMode[] = ['create', 'copy', 'edit'],
): RouteObject[] => [
  { path: paths.index, element: <Navigate to={paths.list} replace /> },
  { path: paths.list, element: <List />, ...preload(List) },
  ...modes.map((mode) => ({
    path: `${paths.index}/${mode}`,
    element: <Form key={mode} mode={mode} />,
    ...preload(Form),
  })),
];

const screenRoute = (path: string, Screen: Screen): RouteObject => ({
  path,
  element: <Screen />,
  ...preload(Screen),
});

/** Every page that is loaded anew has the key "default": without its address, it would take over the scroll of another. */
const scrollKey = ({ key, pathname, search }: Location) => (key === 'default' ? pathname + search : key);

const Root = () => (
  <>
    <ScrollRestoration getKey={scrollKey} />
    <Suspense fallback={<Loading />}>
      <Outlet />
    </Suspense>
  </>
);

export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouteError />,
    children: [
      { path: paths.home, element: <HomeGate />, ...preload(Home) },
      screenRoute(paths.gallery, PictureGallery),
      screenRoute(paths.sample, SampleSheet),
      { path: paths.login, element: <LoginGate />, ...preload(Login) },
      screenRoute(paths.join, Join),
      ...legalPaths.map((path) => screenRoute(path, LegalPage)),
      screenRoute(paths.reminders, StopReminders),
      { path: paths.checkout, element: <CheckoutGate />, ...preload(Checkout) },
      {
        id: MEMBERS,
        element: <MemberGate />,
        ...preload(MemberPages),
        children: [
          {
            errorElement: <RouteError />,
            children: [
              screenRoute(paths.lookup, Lookup),
              screenRoute(paths.family, Family),
              screenRoute(paths.identify, Identify),
              {
                element: <CompanyGate />,
                children: [
                  screenRoute(paths.van, Van),
                  ...recordRoutes(ownSheetPaths, OwnSheets, OwnSheetForm, ['create', 'edit']),
                  screenRoute(`${ownSheetPaths.index}/show`, OwnSheetDetail),
                ],
              },
              screenRoute(paths.offline, KeptScreen),
              screenRoute(paths.help, HelpPage),
              screenRoute(paths.whatsNew, WhatsNew),
              { path: correctionPaths.index, element: <SentIndex paths={correctionPaths} /> },
              screenRoute(correctionPaths.create, CorrectionForm),
              screenRoute(correctionPaths.mine, MyCorrections),
              { path: feedbackPaths.index, element: <SentIndex paths={feedbackPaths} /> },
              screenRoute(feedbackPaths.create, FeedbackForm),
              screenRoute(paths.sessions, Sessions),
              screenRoute(paths.security, Security),
              screenRoute(paths.payments, Payments),
              screenRoute(paths.makePayment, MakePayment),
              screenRoute(`${paths.payments}/receipt`, Receipt),
              ...memberPaths.map((path) => ({ path, element: <NotFound /> })),
              {
                element: (
                  <AdminGate>
                    <Outlet />
                  </AdminGate>
                ),
                children: [
                  ...recordRoutes(clientPaths, Clients, ClientForm, ['create', 'edit']),
                  screenRoute(`${clientPaths.index}/pay`, PayForClient),
                  ...recordRoutes(makePaths, Makes, MakeForm),
                  ...recordRoutes(modelPaths, Models, ModelForm),
                  ...recordRoutes(keySystemPaths, KeySystems, KeySystemForm),
                  screenRoute(keySystemPaths.suggested, SuggestedSystems),
                  ...recordRoutes(aliasPaths, Aliases, AliasForm, ['create', 'edit']),
                  screenRoute(aliasPaths.series, UnreadSeries),
                  screenRoute(aliasPaths.searches, MissedSearches),
                  screenRoute(apiTokenPaths.list, ApiTokens),
                  screenRoute(queryPaths.list, RegisteredQueries),
                  ...recordRoutes(webhookPaths, Webhooks, WebhookForm, ['create', 'edit']),
                  screenRoute(`${webhookPaths.index}/deliveries`, Deliveries),
                  screenRoute(paths.search, ModelSearch),
                  screenRoute(sheetPaths.export, ExportPage),
                  screenRoute(sheetPaths.import, Imports),
                  screenRoute(`${sheetPaths.import}/show`, ImportDetail),
                  screenRoute(sheetPaths.systems, SystemImport),
                  screenRoute(paths.overview, Overview),
                  screenRoute(paths.access, Accesses),
                  screenRoute(paths.allPayments, AllPayments),
                  screenRoute(paths.logs, Logs),
                  screenRoute(correctionPaths.list, Corrections),
                  screenRoute(`${correctionPaths.index}/show`, CorrectionDetail),
                  screenRoute(feedbackPaths.list, Feedbacks),
                  screenRoute(`${feedbackPaths.index}/show`, FeedbackDetail),
                  ...recordRoutes(userPaths, Users, UserForm, ['create', 'edit']),
                  ...adminOnlyPaths.map((path) => ({ path, element: <NotFound /> })),
                ],
              },
            ],
          },
        ],
      },
      { path: '*', element: <UnknownPath /> },
    ],
  },
];

type Router = ReturnType<typeof createBrowserRouter>;

/** Loads the chunks of the routes. */
const loadChunks = (matches: { route: RouteObject }[]) =>
  matches.flatMap(({ route }) => preloadOf(route.handle)?.() ?? []);

/** Loads the chunks of another screen. Undefined if nothing has to be loaded. */
function loadScreen({ state: { location, errors } }: Router, pathname?: string): Promise<unknown> | undefined {
  // The screen that shows has loaded. A target without a path, such as another filter of a list, stays on it.
  if (!pathname || (pathname === location.pathname && !errors)) return undefined;
  const loading = loadChunks(matchRoutes(routes, pathname) ?? []);
  return loading[0] && Promise.all(loading);
}

/**
 * The router of the browser. A navigation keeps the old screen until the chunk of the new one has loaded; then it is
 * rendered in one go. In a transition, which would also keep the old screen, React renders in slices of 5 ms: a third slower.
 */
export function createRouter(): Router {
  let newest: object;
  let isAgain = false;
  // Back and Forward wait, too: this listener is registered before the router's own.
  addEventListener('popstate', async (event) => {
    if (isAgain) return;
    const own = {};
    newest = own;
    const loading = loadScreen(router, location.pathname);
    if (!loading) return;
    event.stopImmediatePropagation();
    await loading;
    if (own !== newest) return;
    isAgain = true;
    dispatchEvent(new PopStateEvent(event.type, event));
    isAgain = false;
  });
  const router = createBrowserRouter(routes);
  const { navigate } = router;
  const go = navigate as (...args: unknown[]) => Promise<void>;
  const afterLoading: typeof navigate = async (
    to: Parameters<typeof navigate>[0] | number,
    options?: NavigateOptions,
  ) => {
    const { pathname } = typeof to === 'string' ? parsePath(to) : typeof to === 'object' && to ? to : {};
    const shown = router.state.location.pathname;
    // A list that follows what was typed must not call off a link, or Back, that was pressed since.
    if (options?.replace && (!pathname || pathname === shown)) {
      if (location.pathname === shown) await go(to, options);
      return;
    }
    const own = {};
    newest = own;
    const loading = loadScreen(router, pathname);
    if (loading) await loading;
    if (own === newest) await go(to, options);
  };
  router.navigate = afterLoading;
  return router;
}

/**
 * Settles once the chunks of the first page have loaded or failed; then the whole page renders at once. Rendered
 * earlier, React would show one fallback for the shell and one for the screen, each for 300 ms.
 */
export async function firstScreens({ state: { matches } }: Router): Promise<void> {
  const { user, userUnknown } = currentSession();
  const leadsToLogin = !user && !userUnknown && matches.some(({ route }) => route.id === MEMBERS);
  await (leadsToLogin ? Login.preload() : Promise.all(loadChunks(matches)));
}
