import { type NavigateOptions, useLocation, useSearchParams } from 'react-router-dom';

/** The parameters of a list's address, which hold its page, order and filters, and how to change them. */
export function useListParams() {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  /**
   * The screen renders a new address some time after the browser has it, on a busy machine later than the user's next
   * action. A change made from `params` would undo the one before. While Back loads another screen, the browser's address
   * is already that of the other one.
   */
  const newest = () => new URLSearchParams(window.location.pathname === pathname ? window.location.search : params);
  return {
    params,
    newest,
    /** Returns the new parameters. */
    change(edit: (params: URLSearchParams) => void, options?: NavigateOptions): URLSearchParams {
      const next = newest();
      edit(next);
      if (next.toString() !== newest().toString()) setParams(next, options);
      return next;
    },
  };
}
