import type { ReactNode } from 'react';
import { MemberShell } from './accounts/MemberShell';
import { ExportMenu } from './catalogue/export/ExportMenu';
import { Jump } from './catalogue/jump/Jump';
import { MakeMenu } from './catalogue/lookup/MakeMenu';
import { useNewsOfPins } from './catalogue/news/useNewsOfPins';
import { CorrectSlot } from './components/correctSlot';
import { lazyScreen } from './components/lazyScreen';
import { ViewsSlot } from './components/list/viewsSlot';
import { useOpenCorrections } from './feedback/useOpenCorrections';
import { ConnectionBanner } from './offline/shown/ConnectionBanner';
import { correctionPaths, paths } from './paths';
import type { SessionUser } from './session';
import { Sidebar } from './shell/menu/Sidebar';

/** Only administrators' lists have it. */
const SavedViews = lazyScreen(() => import('./accounts/views/SavedViews').then((file) => file.SavedViews));

/** Only a sheet opens it. */
const CorrectionDialog = lazyScreen(() =>
  import('./feedback/corrections/dialog/CorrectionDialog').then((file) => file.CorrectionDialog),
);

/** Only new users see it, and whoever asks for it. */
const Tour = lazyScreen(() => import('./catalogue/help/Tour').then((file) => file.Tour));

function MemberSidebar(props: { user: SessionUser; onNavigate?: (() => void) | undefined }) {
  const waiting = {
    [correctionPaths.index]: useOpenCorrections(props.user.isAdmin),
    [paths.whatsNew]: useNewsOfPins(),
  };
  return <Sidebar {...props} MakeMenu={MakeMenu} ExportMenu={ExportMenu} waiting={waiting} />;
}

/** The signed-in pages, with the parts that the areas add to the shell. */
export const MemberPages = ({ children }: { children?: ReactNode }) => (
  <ViewsSlot value={SavedViews}>
    <CorrectSlot value={CorrectionDialog}>
      <MemberShell Sidebar={MemberSidebar} Jump={Jump} Banner={ConnectionBanner} Tour={Tour}>
        {children}
      </MemberShell>
    </CorrectSlot>
  </ViewsSlot>
);
