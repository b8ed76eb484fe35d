import { chakra } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import { exportFormats, exportModels } from '../../components/download/downloads';
import { sheetPaths } from '../../paths';
import type { ExportMenuProps } from '../../shell/menu/Sidebar';

/**
 * A row of `Rows`: the three downloads (docs/look.md, "Menus"). Administrators have the complete exports on a separate
 * page.
 */
export const ExportMenu = memo(function ExportMenu({ open, onToggle, current, onNavigate }: ExportMenuProps) {
  const list = useRef<HTMLUListElement>(null);
  // The menu scrolls if the window is too small.
  useEffect(() => {
    const menu = list.current?.closest('nav');
    if (open && menu) menu.scrollTop = menu.scrollHeight;
  }, [open]);

  return (
    <li>
      <button type="button" aria-expanded={open} aria-controls={open ? 'exports' : undefined} onClick={onToggle}>
        <Download size={20} aria-hidden="true" />
        <chakra.span flex={1} fontWeight="semibold">
          Export
        </chakra.span>
      </button>
      {open && (
        <ul id="exports" ref={list} aria-label="Export">
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
        </ul>
      )}
    </li>
  );
});
