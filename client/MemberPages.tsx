import type { ReactNode } from 'react';
import { MemberShell } from './accounts/MemberShell';
import { ExportMenu } from './catalogue/export/ExportMenu';
import { Jump } from './catalogue/jump/Jump';
import { MakeMenu } from './catalogue/lookup/MakeMenu';
import { useOpenCorrections } from './feedback/useOpenCorrections';
import { correctionPaths } from './paths';
import type { SessionUser } from './session';
import { Sidebar } from './shell/Sidebar';

function MemberSidebar(props: { user: SessionUser; onNavigate?: (() => void) | undefined }) {
  const waiting = { [correctionPaths.index]: useOpenCorrections(props.user.isAdmin) };
  return <Sidebar {...props} MakeMenu={MakeMenu} ExportMenu={ExportMenu} waiting={waiting} />;
}

/** The signed-in pages, with the parts that the areas add to the shell. */
export const MemberPages = ({ children }: { children?: ReactNode }) => (
  <MemberShell Sidebar={MemberSidebar} Jump={Jump}>
    {children}
  </MemberShell>
);
