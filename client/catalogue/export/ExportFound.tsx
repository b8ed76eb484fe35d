import { Button, Menu } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { exportFormats, exportModels } from '../../components/download/downloads';

/** Exports the models that a list shows, complete. */
export const ExportFound = ({ filter }: { filter: Record<string, string> | undefined }) => (
  <Menu.Root>
    <Menu.Trigger asChild>
      <Button type="button" variant="outline" px={3}>
        <Download aria-hidden="true" />
        Export
      </Button>
    </Menu.Trigger>
    <Menu.Positioner>
      <Menu.Content>
        {exportFormats.map(({ format, label }) => (
          <Menu.Item key={format} value={format} onClick={() => void exportModels(format, { complete: true, filter })}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Content>
    </Menu.Positioner>
  </Menu.Root>
);
