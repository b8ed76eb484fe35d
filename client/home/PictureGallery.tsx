import { VisitorShell } from '../components/VisitorShell';
import { PageHeading } from '../components/PageHeading';
export function PictureGallery() { return <VisitorShell><PageHeading>Picture gallery</PageHeading></VisitorShell>; }
