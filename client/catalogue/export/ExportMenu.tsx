import { Download } from 'lucide-react';
import { memo } from 'react';
import { exportFormats, exportModels } from '../../components/download/downloads';
import { sheetPaths } from '../../paths';
import type { ExportMenuProps } from '../../shell/menu/Sidebar';
import { Submenu } from '../../shell/menu/Submenu';

/** The three downloads (docs/look.md, "Menus"). Administrators have the complete exports on a separate page. */
export const ExportMenu = memo(function ExportMenu({ open, onToggle, current, onNavigate }: ExportMenuProps) {
  return (
    <Submenu label="Export" Icon={Download} open={open} onToggle={onToggle}>
      {exportFormats.map(({ format, label }) => (
        <li key={format}>
          <button
            type="button"
            onClick={() => {
              exportModels(format);
              onNavigate?.();
            }}
          >
            {label}
          </button>
        </li>
      ))}
      {current !== undefined && (
        <li>
          <a href={sheetPaths.export} aria-current={current ? 'page' : undefined}>
            Complete
          </a>
        </li>
      )}
    </Submenu>
  );
});
