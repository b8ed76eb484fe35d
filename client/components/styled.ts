import { type SystemStyleObject, useChakraContext } from '@chakra-ui/react';
import { css, jsx, type SerializedStyles } from '@emotion/react';
import type { ComponentProps, JSX } from 'react';

/**
 * An element with one style for all that is in it. Chakra works the styles of its elements out at every rendering, which
 * takes a phone milliseconds if they are long; this is done once, and takes no style props.
 */
export function styled<Tag extends keyof JSX.IntrinsicElements>(tag: Tag, ...style: SystemStyleObject[]) {
  let styles: SerializedStyles | undefined;
  return (props: ComponentProps<Tag>) => {
    const { css: resolve, layers } = useChakraContext();
    styles ??= css(layers.wrap('recipes', resolve(...style)));
    return jsx(tag, { ...props, css: styles });
  };
}
