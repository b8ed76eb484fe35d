import { Button, Flex } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { type ExportFormat, exportFormats, exportModels } from '../../components/download/downloads';

interface Props {
  complete?: boolean;
  /** Defaults to all. */
  formats?: readonly ExportFormat[];
}

export const ExportButtons = ({ complete, formats }: Props) => (
  <Flex gap={2} wrap="wrap">
    {exportFormats
      .filter(({ format }) => !formats || formats.includes(format))
      .map(({ format, label }) => (
        <Button
          key={format}
          variant="outline"
          aria-label={complete ? `Complete export, ${label}` : `Export, ${label}`}
          onClick={() => exportModels(format, complete)}
        >
          <Download aria-hidden="true" />
          {label}
        </Button>
      ))}
  </Flex>
);
