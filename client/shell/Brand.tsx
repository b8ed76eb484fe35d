import { chakra, HStack } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { cutPath } from '../components/cutPath';
import { paths } from '../paths';

const HomeLink = chakra(Link);

/** The product name, preceded by a key blade with four cuts. */
export function Brand() {
  return (
    <HomeLink to={paths.home} color="text" display="inline-flex" alignItems="center" minH="control" borderRadius="sm">
      <HStack gap={2.5}>
        <chakra.svg viewBox="-7 -2 46 16" w="46px" h="16px" aria-hidden="true">
          <chakra.path
            d={`M-6,12 V0 H0 ${cutPath({ cuts: [2, 4, 1, 3], pitch: 8.5, step: 1.6 }).replace('M0,0', '')} L38,6 L34,12 Z`}
            fill="bladeFill"
            stroke="bladeEdge"
            strokeWidth="1"
            strokeLinejoin="round"
          />
        </chakra.svg>
        <chakra.span translate="no" fontFamily="heading" fontWeight="semibold" fontSize="xl" lineHeight="1">
          Motokey
        </chakra.span>
      </HStack>
    </HomeLink>
  );
}
