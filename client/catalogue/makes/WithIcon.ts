import { styled } from '../../components/styled';
import { makeIcons } from './MakeIcon';

/** The icon of a make and what stands beside it, in a cell of a list. */
export const WithIcon = styled('span', { display: 'flex', alignItems: 'center', gap: 3, ...makeIcons });
