import { useCallback, useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { paths, sheetPaths } from '../../paths';
import { integrations } from './menuItems';

/** The prefix of a make's submenu id. */
export const MAKE = 'make:';

export const EXPORT = 'export';
export const INTEGRATIONS = 'integrations';

/**
 * The open submenus after a press (docs/look.md, "Menus"): opening a submenu other than a make's closes the other open
 * ones; makes stay open beside each other.
 */
export function pressed(open: ReadonlySet<string>, id: string): Set<string> {
  if (open.has(id)) return new Set([...open].filter((other) => other !== id));
  return id.startsWith(MAKE) ? new Set([...open, id]) : new Set([id]);
}

/** The sidebar's open submenus; those of the current page start open. */
export function useSubmenus() {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const company = pathname === paths.lookup ? params.get('company') : null;
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());

  useEffect(() => {
    if (company) setOpen((before) => new Set([...before, MAKE + company]));
  }, [company]);

  useEffect(() => {
    // Opening another menu item closes the open makes (docs/look.md, "Menus").
    if (pathname !== paths.lookup) setOpen((before) => new Set([...before].filter((id) => !id.startsWith(MAKE))));
    if (pathname === sheetPaths.export) setOpen((before) => new Set([...before, EXPORT]));
    if (integrations.some(({ holds }) => holds(pathname))) setOpen((before) => new Set([...before, INTEGRATIONS]));
  }, [pathname]);

  const toggle = useCallback((id: string) => setOpen((before) => pressed(before, id)), []);
  return { open, toggle };
}
