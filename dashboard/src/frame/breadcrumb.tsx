import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { Link, useMatches } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The name of a page in the breadcrumb. */
    crumb?: MessageDescriptor;
  }
}

type Named = { crumb?: string } | undefined;

/** Where one is: the subject, and the number or name of the record, which its loader gives as `crumb`. */
export const Breadcrumb = () => {
  const { t, i18n } = useLingui();
  const matches = useMatches();
  const crumbs = matches.flatMap((match) => {
    const own = (match.loaderData as Named)?.crumb;
    const fixed = match.staticData.crumb;
    const label = own ?? (fixed && i18n._(fixed));
    return label === undefined ? [] : [{ to: match.pathname, label }];
  });
  const last = crumbs.length - 1;
  return (
    <nav aria-label={t`Breadcrumb`} className="crumbs">
      <ol>
        {crumbs.map(({ to, label }, index) => (
          <li key={to}>
            {index === last ? (
              <span aria-current="page">{label}</span>
            ) : (
              <Link to={to} preload={false}>
                {label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
};
