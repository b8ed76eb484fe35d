import type { ReactNode } from 'react';
import { MemberShell } from './accounts/MemberShell';
import { ExportMenu } from './catalogue/export/ExportMenu';
import { MakeMenu } from './catalogue/lookup/MakeMenu';
import { useOpenCorrections } from './feedback/useOpenCorrections';
import { correctionPaths } from './paths';
import type { SessionUser } from './session';
import { Sidebar } from './shell/Sidebar';

function MemberSidebar(props: { user: SessionUser; onNavigate?: () => void }) {
  const waiting = { [correctionPaths.index]: useOpenCorrections(props.user.isAdmin) };
  return <Sidebar {...props} MakeMenu={MakeMenu} ExportMenu={ExportMenu} waiting={waiting} />;
}

/** The pages of the signed-in, with what the rooms put into the shell. */
export const MemberPages = ({ children }: { children?: ReactNode }) => (
  <MemberShell Sidebar={MemberSidebar}>{children}</MemberShell>
);
