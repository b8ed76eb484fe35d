import { Button, Flex } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import {
  type ExportFormat,
  type ExportOptions,
  exportFormats,
  exportModels,
} from '../../components/download/downloads';

interface Props extends ExportOptions {
  /** Defaults to all. */
  formats?: readonly ExportFormat[];
}

export const ExportButtons = ({ complete, filter, formats }: Props) => (
  <Flex gap={2} wrap="wrap">
    {exportFormats
      .filter(({ format }) => !formats || formats.includes(format))
      .map(({ format, label }) => (
        <Button
          key={format}
          variant="outline"
          aria-label={complete ? `Complete export, ${label}` : `Export, ${label}`}
          onClick={() => exportModels(format, { complete, filter })}
        >
          <Download aria-hidden="true" />
          {label}
        </Button>
      ))}
  </Flex>
);
