import { chakra, type HTMLChakraProps } from '@chakra-ui/react';
import { useState } from 'react';

const Frame = chakra('div', {
  base: {
    p: 3,
    bg: 'panel',
    borderWidth: '1px',
    borderStyle: 'dashed',
    borderColor: 'controlBorder',
    borderRadius: 'control',
    '&[data-over]': { borderColor: 'accent', borderStyle: 'solid', bg: 'subtle' },
  },
});

/** A frame into which files can be dropped. */
export function DropZone({ onFiles, ...frame }: HTMLChakraProps<'div'> & { onFiles: (files: File[]) => void }) {
  const [over, setOver] = useState(false);
  return (
    <Frame
      {...frame}
      data-over={over ? '' : undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (!event.dataTransfer.files.length) return;
        event.preventDefault();
        onFiles([...event.dataTransfer.files]);
      }}
    />
  );
}
