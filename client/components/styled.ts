import { type SystemStyleObject, useChakraContext } from '@chakra-ui/react';
import type { EmotionCache } from '@emotion/cache';
import { css, type SerializedStyles, __unsafe_useEmotionCache as useCache } from '@emotion/react';
import { insertStyles } from '@emotion/utils';
import { type ComponentProps, createElement, type JSX } from 'react';

/**
 * An element with one style for everything in it. Chakra and Emotion compute an element's styles at every render, which
 * costs a phone milliseconds. Here they are computed once, and the element takes no style props.
 */
export function styled<Tag extends keyof JSX.IntrinsicElements>(tag: Tag, ...style: SystemStyleObject[]) {
  let styles: SerializedStyles | undefined;
  return ({ className, ...props }: ComponentProps<Tag> & { className?: string }) => {
    const { css: resolve, layers } = useChakraContext();
    // Null only outside of browsers, without a CacheProvider.
    const cache = useCache() as EmotionCache;
    styles ??= css(layers.wrap('recipes', resolve(...style)));
    insertStyles(cache, styles, true);
    const own = `${cache.key}-${styles.name}`;
    return createElement(tag, { ...props, className: className ? `${own} ${className}` : own });
  };
}
