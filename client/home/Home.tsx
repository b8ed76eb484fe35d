import { VisitorShell } from '../components/VisitorShell';
import { PageHeading } from '../components/PageHeading';
export function Home() { return <VisitorShell><PageHeading>Motokey</PageHeading></VisitorShell>; }
