export interface paths {
    "/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the key
         * @description The name, scopes and expiry of the key that asks.
         *
         *     Any key may.
         */
        get: operations["getKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your products
         * @description All of your products, newest first.
         *
         *     Scope: `products:read`.
         */
        get: operations["listProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{product_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a product
         * @description A product with its editions, its versions and its newest submission.
         *
         *     Scope: `products:read`.
         */
        get: operations["getProduct"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin an upload
         * @description Answers an address for the file. Send its bytes there by `PUT`, then name the upload in a new version.
         *
         *     Scope: `products:write`.
         */
        post: operations["createUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{product_id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a version
         * @description A new version with its changes, and its file if there is one. It goes to review as if sent by the form, with everything else as it was; a newer submission replaces one that waits.
         *
         *     Scope: `products:write`.
         */
        post: operations["createVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{product_id}/owners/{player}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask whether a player owns a product
         * @description By the name that the player gave with an order that stands. Keep the answer for a minute.
         *
         *     Scope: `owners:read`.
         */
        get: operations["checkOwner"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sales": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your sales
         * @description Newest first. Buyers are not named.
         *
         *     Scope: `sales:read`.
         */
        get: operations["listSales"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/coupons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your coupons
         * @description Newest first, with what they brought.
         *
         *     Scope: `coupons:read`.
         */
        get: operations["listCoupons"];
        put?: never;
        /**
         * Create a coupon
         * @description A coupon for one of your products. Your share pays for it.
         *
         *     Scope: `coupons:write`.
         */
        post: operations["createCoupon"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/coupons/{coupon_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Stop a coupon
         * @description It takes no more uses. Open payments keep their price.
         *
         *     Scope: `coupons:write`.
         */
        delete: operations["stopCoupon"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read your balance
         * @description What you have earned, and what of it can be paid out.
         *
         *     Scope: `balance:read`.
         */
        get: operations["getBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/licenses/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a licence key
         * @description Whether the key is of an order of the product that stands. With the name of a server, also whether it is active there; then the answer has a proof.
         *
         *     No key is needed.
         */
        post: operations["validateLicense"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/licenses/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activate a licence key on a server
         * @description Takes one of the places of the key. Repeated, it changes nothing.
         *
         *     No key is needed.
         */
        post: operations["activateLicense"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/licenses/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Free the place of a server
         * @description The buyer can do it on the page of the order as well.
         *
         *     No key is needed.
         */
        post: operations["deactivateLicense"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch commands
         * @description Each command is the caller's own for a minute, and goes out again under its `id` if nobody acknowledges it.
         */
        get: operations["fetchDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries/ack": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say what became of commands
         * @description Repeated, it changes nothing. `players` says who is online, for commands that wait for them.
         */
        post: operations["acknowledgeDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "sale.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A sale
         * @description A sale. Signed by Standard Webhooks.
         */
        post: operations["onSaleCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A refund has taken from your part of a sale
         * @description A refund has taken from your part of a sale. Signed by Standard Webhooks.
         */
        post: operations["onRefundCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.reversed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Your part of a sale has come back, because a refund failed
         * @description Your part of a sale has come back, because a refund failed. Signed by Standard Webhooks.
         */
        post: operations["onRefundReversed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dispute.opened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A dispute holds your part of a sale
         * @description A dispute holds your part of a sale. Signed by Standard Webhooks.
         */
        post: operations["onDisputeOpened"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dispute.won": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A dispute is won
         * @description A dispute is won. Signed by Standard Webhooks.
         */
        post: operations["onDisputeWon"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dispute.lost": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A dispute is lost
         * @description A dispute is lost. Signed by Standard Webhooks.
         */
        post: operations["onDisputeLost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "license.issued": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An order has its licence key
         * @description An order has its licence key. Signed by Standard Webhooks.
         */
        post: operations["onLicenseIssued"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "license.renewed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A licence key was replaced; the former one has ended
         * @description A licence key was replaced; the former one has ended. Signed by Standard Webhooks.
         */
        post: operations["onLicenseRenewed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "license.ended": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A licence key has ended
         * @description A licence key has ended. Signed by Standard Webhooks.
         */
        post: operations["onLicenseEnded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "license.restored": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A licence key is valid again
         * @description A licence key is valid again. Signed by Standard Webhooks.
         */
        post: operations["onLicenseRestored"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "review.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A review of a product
         * @description A review of a product. Signed by Standard Webhooks.
         */
        post: operations["onReviewCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "review.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A review has changed
         * @description A review has changed. Signed by Standard Webhooks.
         */
        post: operations["onReviewUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "review.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A review was deleted
         * @description A review was deleted. Signed by Standard Webhooks.
         */
        post: operations["onReviewDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "version.decided": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A moderator has decided about a submission
         * @description A moderator has decided about a submission. Signed by Standard Webhooks.
         */
        post: operations["onVersionDecided"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payout.paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A withdrawal is paid
         * @description A withdrawal is paid. Signed by Standard Webhooks.
         */
        post: operations["onPayoutPaid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payout.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A withdrawal has failed; its money is back in the balance
         * @description A withdrawal has failed; its money is back in the balance. Signed by Standard Webhooks.
         */
        post: operations["onPayoutFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payout.rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A withdrawal was rejected; its money is back in the balance
         * @description A withdrawal was rejected; its money is back in the balance. Signed by Standard Webhooks.
         */
        post: operations["onPayoutRejected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A test, by the button of the page
         * @description A test, by the button of the page. Signed by Standard Webhooks.
         */
        post: operations["onWebhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description A refusal (RFC 9457) */
        Problem: {
            type: string;
            title: string;
            status: number;
            /** @enum {string} */
            code: "invalid_json" | "unauthorized" | "forbidden" | "account_disabled" | "not_found" | "method_not_allowed" | "code_taken" | "too_many_coupons" | "no_activations_left" | "no_space" | "too_many_uploads" | "file_arrived" | "file_missing" | "file_incomplete" | "changed" | "too_large" | "unsupported_type" | "invalid" | "idempotency_key_reused" | "too_many_requests" | "failed" | "unavailable";
            errors?: {
                path: string;
                message: string;
            }[];
        };
        Key: {
            name: string;
            scopes: ("products:read" | "products:write" | "sales:read" | "owners:read" | "coupons:read" | "coupons:write" | "balance:read")[];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
        };
        Product: {
            /** Format: uuid */
            id: string;
            slug: string;
            name: string;
            name_en: string | null;
            /** @enum {string} */
            status: "approved" | "pending" | "rejected";
            /** @enum {string} */
            category: "plugin" | "serie" | "dlc" | "evento";
            /** @description Cents of a euro */
            price_cents: number;
            offer_cents: number | null;
            available: boolean;
            /** @description The newest approved version */
            version: string | null;
            /** Format: date-time */
            created_at: string;
            published_at: string | null;
            archived_at: string | null;
        };
        ProductPage: {
            data: components["schemas"]["Product"][];
            next_cursor: string | null;
        };
        ProductDetail: {
            /** Format: uuid */
            id: string;
            slug: string;
            name: string;
            name_en: string | null;
            /** @enum {string} */
            status: "approved" | "pending" | "rejected";
            /** @enum {string} */
            category: "plugin" | "serie" | "dlc" | "evento";
            /** @description Cents of a euro */
            price_cents: number;
            offer_cents: number | null;
            available: boolean;
            /** @description The newest approved version */
            version: string | null;
            /** Format: date-time */
            created_at: string;
            published_at: string | null;
            archived_at: string | null;
            /** @description Versions of the game */
            compatible: string[];
            editions: {
                /** Format: uuid */
                id: string;
                name: string;
                /** @description Cents of a euro */
                price_cents: number;
                offer_cents: number | null;
            }[];
            /** @description The last twenty approved ones, newest first */
            versions: {
                version: string;
                changes: string;
                changes_en: string | null;
                compatible: string[];
                /** Format: date-time */
                created_at: string;
            }[];
            /** @description The newest submission; null if there never was one */
            review: {
                /** @enum {string} */
                state: "pending" | "approved" | "rejected" | "replaced" | "withdrawn" | "changes_requested";
                /** Format: date-time */
                sent_at: string;
                decided_at: string | null;
                /** @description Place in the queue */
                position: number | null;
                reasons: string[];
                note: string | null;
            } | null;
        };
        NewUpload: {
            /** @description The file name, with its ending */
            name: string;
            /** @description The size of the file */
            bytes: number;
        };
        Upload: {
            /** @description Names the file in a new version */
            upload_id: string;
            /**
             * Format: uri
             * @description Where to `PUT` the bytes of the file, once, within two hours
             */
            url: string;
            /** @constant */
            method: "PUT";
        };
        NewVersion: {
            version: string;
            /**
             * @description What is new, in Spanish
             * @default
             */
            changes?: string;
            /**
             * @description What is new, in English
             * @default
             */
            changes_en?: string;
            /** @description Versions of the game; unchanged without it */
            compatible?: string[];
            /**
             * Format: uuid
             * @description The edition whose file it is; without it, the file of the product
             */
            edition_id?: string;
            /** @description The file sent to the address of an upload; unchanged without it */
            file?: {
                upload_id: string;
                bytes: number;
                sha256: string;
                /** @description The name under which buyers save it */
                name?: string;
            };
        };
        Submitted: {
            /** Format: uuid */
            product_id: string;
            version: string;
            /** @constant */
            state: "pending";
        };
        Ownership: {
            /** Format: uuid */
            product_id: string;
            player: string;
            owns: boolean;
            since: string | null;
            editions: {
                /** Format: uuid */
                id: string;
                name: string;
            }[];
        };
        Sale: {
            /** Format: uuid */
            order_id: string;
            /** Format: date-time */
            created_at: string;
            product_id: string | null;
            product: string;
            edition: string | null;
            bundle: string | null;
            is_gift: boolean;
            /** @enum {string} */
            method: "card" | "paypal" | "uncoins" | "free";
            /** @description Cents of a euro */
            list_cents: number;
            /** @description Cents of a euro */
            paid_cents: number;
            /** @description Your part of the sale */
            share_cents: number;
            /** @description Your part after refunds and disputes */
            net_cents: number;
            /** Format: date-time */
            available_at: string;
            /** @enum {string} */
            state: "disputed" | "refunded" | "partly_refunded" | "held" | "available";
        };
        SalePage: {
            data: components["schemas"]["Sale"][];
            next_cursor: string | null;
        };
        Coupon: {
            /** Format: uuid */
            id: string;
            code: string;
            product_slug: string;
            percent: number | null;
            amount_cents: number | null;
            minimum_cents: number | null;
            from: string | null;
            to: string | null;
            stopped_at: string | null;
            max_uses: number | null;
            max_uses_per_person: number | null;
            /** Format: date-time */
            created_at: string;
            uses: number;
            /** @description Cents of a euro */
            sold_cents: number;
            /** @description What it took from your share */
            given_cents: number;
        };
        CouponPage: {
            data: components["schemas"]["Coupon"][];
            next_cursor: string | null;
        };
        /** @description Either `percent` or `amount_cents` */
        NewCoupon: {
            /** Format: uuid */
            product_id: string;
            code: string;
            percent?: number;
            amount_cents?: number;
            minimum_cents?: number;
            /**
             * Format: date
             * @description A day in Spain
             */
            from?: string;
            /**
             * Format: date
             * @description A day in Spain
             */
            to?: string;
            max_uses?: number;
            max_uses_per_person?: number;
        };
        Created: {
            /** Format: uuid */
            id: string;
        };
        Balance: {
            /** @description Cents of a euro */
            total_cents: number;
            /** @description Cents of a euro */
            available_cents: number;
            /** @description Too recent for a payout */
            held_cents: number;
            /** @description Cents of a euro */
            disputed_cents: number;
            /** @description Cents of a euro */
            in_payout_cents: number;
            /** @description Cents of a euro */
            paid_cents: number;
            /** @description Cents of a euro */
            debt_cents: number;
            holding_days: number;
            /** @description When the next held cents become available */
            next_at: string | null;
        };
        LicenseRequest: {
            license_key: string;
            /** Format: uuid */
            product_id: string;
            /** @description What the program calls the server that it runs on */
            instance?: string;
        };
        NamedLicenseRequest: {
            license_key: string;
            /** Format: uuid */
            product_id: string;
            /** @description What the program calls the server that it runs on */
            instance: string;
        };
        LicenseCheck: {
            /** @description Whether the key is of an order of the product that stands */
            valid: boolean;
            /** @description Whether it is active on the named server */
            activated: boolean;
            /** @description Null for a key that is not valid */
            license: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                product_id: string;
                edition_id: string | null;
                activations: number;
                activation_limit: number;
            } | null;
            /** @description A JWT (EdDSA) for an active key, to be checked without the shop for seven days */
            proof: string | null;
        };
        /** @description A refusal (RFC 9457) */
        ServerProblem: {
            type: string;
            title: string;
            status: number;
            /** @enum {string} */
            code: "invalid_json" | "forbidden" | "too_large" | "invalid" | "too_many_requests" | "unavailable";
        };
        Deliveries: {
            lease_seconds: number;
            deliveries: {
                /** @description Stays the same if the command goes out again */
                id: string;
                player: string;
                command: string;
                /** @description Free places that the player needs */
                slots: number;
                needs_player: boolean;
                order: string | null;
            }[];
        };
        DeliveryReport: {
            results: {
                id: string;
                ok: boolean;
                error?: string;
                /** @description It has not run: it goes out again at once */
                retry?: boolean;
            }[];
            /** @description Who is online */
            players?: {
                name: string;
                uuid?: string | null;
            }[];
        };
        DeliveriesNoted: {
            /** @description How many results were new */
            noted: number;
        };
        SaleCreatedEvent: {
            /** @constant */
            type: "sale.created";
            /** Format: date-time */
            timestamp: string;
            data: {
                /** Format: uuid */
                order_id: string;
                /** Format: uuid */
                product_id: string;
                product_slug: string;
                edition_id: string | null;
                /** Format: date-time */
                created_at: string;
                is_gift: boolean;
                /** @enum {string} */
                method: "card" | "paypal" | "uncoins" | "free";
                /** @description Cents of a euro */
                paid_cents: number;
                /** @description Your part of the sale */
                share_cents: number;
            };
        };
        RefundCreatedEvent: {
            /** @constant */
            type: "refund.created";
            /** Format: date-time */
            timestamp: string;
            data: {
                /** Format: uuid */
                order_id: string;
                /** Format: uuid */
                product_id: string;
                product_slug: string;
                edition_id: string | null;
                /** @description What it changes in your part of the sale */
                change_cents: number;
                /** @description What is left of your part */
                net_cents: number;
            };
        };
        RefundReversedEvent: {
            /** @constant */
            type: "refund.reversed";
            /** Format: date-time */
            timestamp: string;
            data: {
                /** Format: uuid */
                order_id: string;
                /** Format: uuid */
                product_id: string;
                product_slug: string;
                edition_id: string | null;
                /** @description What it changes in your part of the sale */
                change_cents: number;
                /** @description What is left of your part */
                net_cents: number;
            };
        };
        DisputeOpenedEvent: {
            /** @constant */
            type: "dispute.opened";
            /** Format: date-time */
            timestamp: string;
            data: {
                /** Format: uuid */
                dispute_id: string;
                /** Format: uuid */
                order_id: string;
                /** Format: uuid */
                product_id: string;
                product_slug: string;
                edition_id: string | null;
                /** @description Your part of the sale */
                share_cents: number;
            };
        };
        DisputeWonEvent: {
            /** @constant */
            type: "dispute.won";
            /** Format: date-time */
            timestamp: string;
            data: {
                /** Format: uuid */
                dispute_id: string;
                /** Format: uuid */
                order_id: string;
                /** Format: uuid */
                product_id: string;
                product_slug: string;
                edition_id: string | null;
                /** @description Your part of the sale */
                share_cents: number;
            };
        };
        DisputeLostEvent: {
            /** @constant */
            type: "dispute.lost";
            /** Format: date-time */
            timestamp: string;
            data: {
                /** Format: uuid */
                dispute_id: string;
                /** Format: uuid */
                order_id: string;
                /** Format: uuid */
                product_id: string;
                product_slug: string;
                edition_id: string | null;
                /** @description Your part of the sale */
                share_cents: number;
            };
        };
        LicenseIssuedEvent: {
            /** @constant */
            type: "license.issued";
            /** Format: date-time */
            timestamp: string;
            data: {
                /** Format: uuid */
                license_id: string;
                /** Format: uuid */
                order_id: string;
                /** Format: uuid */
                product_id: string;
                product_slug: string;
                edition_id: string | null;
            };
        };
        LicenseRenewedEvent: {
            /** @constant */
            type: "license.renewed";
            /** Format: date-time */
            timestamp: string;
            data: {
                /** Format: uuid */
                license_id: string;
                /** Format: uuid */
                order_id: string;
                /** Format: uuid */
                product_id: string;
                product_slug: string;
                edition_id: string | null;
            };
        };
        LicenseEndedEvent: {
            /** @constant */
            type: "license.ended";
            /** Format: date-time */
            timestamp: string;
            data: {
                /** Format: uuid */
                license_id: string;
                /** Format: uuid */
                order_id: string;
                /** Format: uuid */
                product_id: string;
                product_slug: string;
                edition_id: string | null;
                /** @enum {string} */
                reason: "refunded" | "disputed" | "club_ended" | "revoked";
            };
        };
        LicenseRestoredEvent: {
            /** @constant */
            type: "license.restored";
            /** Format: date-time */
            timestamp: string;
            data: {
                /** Format: uuid */
                license_id: string;
                /** Format: uuid */
                order_id: string;
                /** Format: uuid */
                product_id: string;
                product_slug: string;
                edition_id: string | null;
            };
        };
        ReviewCreatedEvent: {
            /** @constant */
            type: "review.created";
            /** Format: date-time */
            timestamp: string;
            data: {
                /** Format: uuid */
                review_id: string;
                /** Format: uuid */
                product_id: string;
                product_slug: string;
                stars: number;
            };
        };
        ReviewUpdatedEvent: {
            /** @constant */
            type: "review.updated";
            /** Format: date-time */
            timestamp: string;
            data: {
                /** Format: uuid */
                review_id: string;
                /** Format: uuid */
                product_id: string;
                product_slug: string;
                stars: number;
            };
        };
        ReviewDeletedEvent: {
            /** @constant */
            type: "review.deleted";
            /** Format: date-time */
            timestamp: string;
            data: {
                /** Format: uuid */
                review_id: string;
                /** Format: uuid */
                product_id: string;
                product_slug: string;
                stars: number;
            };
        };
        VersionDecidedEvent: {
            /** @constant */
            type: "version.decided";
            /** Format: date-time */
            timestamp: string;
            data: {
                /** Format: uuid */
                product_id: string;
                product_slug: string;
                version: string | null;
                is_new_product: boolean;
                /** @enum {string} */
                state: "approved" | "rejected" | "changes_requested";
                reasons: string[];
            };
        };
        PayoutPaidEvent: {
            /** @constant */
            type: "payout.paid";
            /** Format: date-time */
            timestamp: string;
            data: {
                /** Format: uuid */
                payout_id: string;
                /** @description Cents of a euro */
                amount_cents: number;
                /** Format: date-time */
                requested_at: string;
            };
        };
        PayoutFailedEvent: {
            /** @constant */
            type: "payout.failed";
            /** Format: date-time */
            timestamp: string;
            data: {
                /** Format: uuid */
                payout_id: string;
                /** @description Cents of a euro */
                amount_cents: number;
                /** Format: date-time */
                requested_at: string;
            };
        };
        PayoutRejectedEvent: {
            /** @constant */
            type: "payout.rejected";
            /** Format: date-time */
            timestamp: string;
            data: {
                /** Format: uuid */
                payout_id: string;
                /** @description Cents of a euro */
                amount_cents: number;
                /** Format: date-time */
                requested_at: string;
            };
        };
        WebhookTestEvent: {
            /** @constant */
            type: "webhook.test";
            /** Format: date-time */
            timestamp: string;
            data: {
                /**
                 * Format: uuid
                 * @description The address that is tested
                 */
                webhook_id: string;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description What is left of the limit, and for how many seconds */
        RateLimit: string;
        /** @description The limit: calls, and seconds */
        "RateLimit-Policy": string;
        /** @description Seconds to wait */
        "Retry-After": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read the key */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Key"];
                };
            };
            /** @description `unauthorized`: The Authorization header is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `failed`: The shop failed. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: The shop cannot do this right now. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listProducts: {
        parameters: {
            query?: {
                /** @description Entries of a page */
                limit?: number;
                /** @description `next_cursor` of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List your products */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductPage"];
                };
            };
            /** @description `unauthorized`: The Authorization header is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid`: Something in the request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `failed`: The shop failed. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: The shop cannot do this right now. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A product of yours */
                product_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read a product */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductDetail"];
                };
            };
            /** @description `unauthorized`: The Authorization header is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `failed`: The shop failed. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: The shop cannot do this right now. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createUpload: {
        parameters: {
            query?: never;
            header?: {
                /** @description For a day, the same key answers what the first call was answered, and changes nothing again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewUpload"];
            };
        };
        responses: {
            /** @description Begin an upload */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
            /** @description `invalid_json`: The body is not JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: The Authorization header is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `no_space`: The files of the account leave no room for this one.
             *
             *     `too_many_uploads`: Too many uploads are open.
             *
             *     `file_arrived`: The file of this upload has been sent already.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is larger than a megabyte. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `invalid`: Something in the request is not valid.
             *
             *     `idempotency_key_reused`: The Idempotency-Key was used for another request.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `failed`: The shop failed. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: The shop cannot do this right now. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createVersion: {
        parameters: {
            query?: never;
            header?: {
                /** @description For a day, the same key answers what the first call was answered, and changes nothing again */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description A product of yours */
                product_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewVersion"];
            };
        };
        responses: {
            /** @description Submit a version */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Submitted"];
                };
            };
            /** @description `invalid_json`: The body is not JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: The Authorization header is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `forbidden`: The key may not do this.
             *
             *     `account_disabled`: This account may not publish.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `file_missing`: The file has not been uploaded.
             *
             *     `file_incomplete`: The uploaded file has another size.
             *
             *     `changed`: The product was changed at the same time. Repeat the call.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is larger than a megabyte. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `invalid`: Something in the request is not valid.
             *
             *     `idempotency_key_reused`: The Idempotency-Key was used for another request.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `failed`: The shop failed. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: The shop cannot do this right now. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    checkOwner: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A product of yours */
                product_id: string;
                /** @description The name of a player */
                player: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ask whether a player owns a product */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ownership"];
                };
            };
            /** @description `unauthorized`: The Authorization header is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `failed`: The shop failed. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: The shop cannot do this right now. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSales: {
        parameters: {
            query?: {
                /** @description Entries of a page */
                limit?: number;
                /** @description `next_cursor` of the page before */
                cursor?: string;
                /** @description Only sales of this product */
                product_id?: string;
                /** @description Only sales in this state */
                state?: "disputed" | "refunded" | "partly_refunded" | "held" | "available";
                /** @description First day, in Spain */
                from?: string;
                /** @description Last day, in Spain */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List your sales */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SalePage"];
                };
            };
            /** @description `unauthorized`: The Authorization header is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid`: Something in the request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `failed`: The shop failed. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: The shop cannot do this right now. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCoupons: {
        parameters: {
            query?: {
                /** @description Entries of a page */
                limit?: number;
                /** @description `next_cursor` of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List your coupons */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CouponPage"];
                };
            };
            /** @description `unauthorized`: The Authorization header is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid`: Something in the request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `failed`: The shop failed. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: The shop cannot do this right now. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createCoupon: {
        parameters: {
            query?: never;
            header?: {
                /** @description For a day, the same key answers what the first call was answered, and changes nothing again */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCoupon"];
            };
        };
        responses: {
            /** @description Create a coupon */
            201: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Created"];
                };
            };
            /** @description `invalid_json`: The body is not JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unauthorized`: The Authorization header is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `forbidden`: The key may not do this.
             *
             *     `account_disabled`: This account may not publish.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `code_taken`: The product has a coupon with this code.
             *
             *     `too_many_coupons`: The account has too many running coupons.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is larger than a megabyte. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /**
             * @description `invalid`: Something in the request is not valid.
             *
             *     `idempotency_key_reused`: The Idempotency-Key was used for another request.
             */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `failed`: The shop failed. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: The shop cannot do this right now. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    stopCoupon: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A coupon of yours */
                coupon_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Stop a coupon */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unauthorized`: The Authorization header is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `not_found`: There is no such thing. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `failed`: The shop failed. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: The shop cannot do this right now. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getBalance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read your balance */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Balance"];
                };
            };
            /** @description `unauthorized`: The Authorization header is missing. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `forbidden`: The key may not do this. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `failed`: The shop failed. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: The shop cannot do this right now. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    validateLicense: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LicenseRequest"];
            };
        };
        responses: {
            /** @description Check a licence key */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicenseCheck"];
                };
            };
            /** @description `invalid_json`: The body is not JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is larger than a megabyte. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid`: Something in the request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `failed`: The shop failed. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: The shop cannot do this right now. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    activateLicense: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NamedLicenseRequest"];
            };
        };
        responses: {
            /** @description Activate a licence key on a server */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicenseCheck"];
                };
            };
            /** @description `invalid_json`: The body is not JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `no_activations_left`: The licence is active on as many servers as it may be. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is larger than a megabyte. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid`: Something in the request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `failed`: The shop failed. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: The shop cannot do this right now. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deactivateLicense: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NamedLicenseRequest"];
            };
        };
        responses: {
            /** @description Free the place of a server */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicenseCheck"];
                };
            };
            /** @description `invalid_json`: The body is not JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_large`: The body is larger than a megabyte. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unsupported_type`: The body must be application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `invalid`: Something in the request is not valid. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `too_many_requests`: Too many requests. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `failed`: The shop failed. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description `unavailable`: The shop cannot do this right now. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    fetchDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Fetch commands */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deliveries"];
                };
            };
            /** @description `forbidden`: The key is not valid. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ServerProblem"];
                };
            };
            /** @description `too_many_requests`: Too many calls: come again later. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ServerProblem"];
                };
            };
            /** @description `unavailable`: The shop cannot be reached right now. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ServerProblem"];
                };
            };
        };
    };
    acknowledgeDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeliveryReport"];
            };
        };
        responses: {
            /** @description Say what became of commands */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveriesNoted"];
                };
            };
            /** @description `invalid_json`: The body is not JSON. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ServerProblem"];
                };
            };
            /** @description `forbidden`: The key is not valid. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ServerProblem"];
                };
            };
            /** @description `too_large`: The body is longer than 1 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ServerProblem"];
                };
            };
            /** @description `invalid`: The body is not what this address takes. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ServerProblem"];
                };
            };
            /** @description `too_many_requests`: Too many calls: come again later. */
            429: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ServerProblem"];
                };
            };
            /** @description `unavailable`: The shop cannot be reached right now. */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["ServerProblem"];
                };
            };
        };
    };
    onSaleCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description The same however often the event is sent */
                "webhook-id": string;
                /** @description Seconds since 1970 */
                "webhook-timestamp": string;
                /** @description Signatures by each valid secret, separated by spaces */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaleCreatedEvent"];
            };
        };
        responses: {
            /** @description Send nothing more */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event has arrived */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onRefundCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description The same however often the event is sent */
                "webhook-id": string;
                /** @description Seconds since 1970 */
                "webhook-timestamp": string;
                /** @description Signatures by each valid secret, separated by spaces */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundCreatedEvent"];
            };
        };
        responses: {
            /** @description Send nothing more */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event has arrived */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onRefundReversed: {
        parameters: {
            query?: never;
            header: {
                /** @description The same however often the event is sent */
                "webhook-id": string;
                /** @description Seconds since 1970 */
                "webhook-timestamp": string;
                /** @description Signatures by each valid secret, separated by spaces */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundReversedEvent"];
            };
        };
        responses: {
            /** @description Send nothing more */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event has arrived */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDisputeOpened: {
        parameters: {
            query?: never;
            header: {
                /** @description The same however often the event is sent */
                "webhook-id": string;
                /** @description Seconds since 1970 */
                "webhook-timestamp": string;
                /** @description Signatures by each valid secret, separated by spaces */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DisputeOpenedEvent"];
            };
        };
        responses: {
            /** @description Send nothing more */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event has arrived */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDisputeWon: {
        parameters: {
            query?: never;
            header: {
                /** @description The same however often the event is sent */
                "webhook-id": string;
                /** @description Seconds since 1970 */
                "webhook-timestamp": string;
                /** @description Signatures by each valid secret, separated by spaces */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DisputeWonEvent"];
            };
        };
        responses: {
            /** @description Send nothing more */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event has arrived */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDisputeLost: {
        parameters: {
            query?: never;
            header: {
                /** @description The same however often the event is sent */
                "webhook-id": string;
                /** @description Seconds since 1970 */
                "webhook-timestamp": string;
                /** @description Signatures by each valid secret, separated by spaces */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DisputeLostEvent"];
            };
        };
        responses: {
            /** @description Send nothing more */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event has arrived */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLicenseIssued: {
        parameters: {
            query?: never;
            header: {
                /** @description The same however often the event is sent */
                "webhook-id": string;
                /** @description Seconds since 1970 */
                "webhook-timestamp": string;
                /** @description Signatures by each valid secret, separated by spaces */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LicenseIssuedEvent"];
            };
        };
        responses: {
            /** @description Send nothing more */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event has arrived */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLicenseRenewed: {
        parameters: {
            query?: never;
            header: {
                /** @description The same however often the event is sent */
                "webhook-id": string;
                /** @description Seconds since 1970 */
                "webhook-timestamp": string;
                /** @description Signatures by each valid secret, separated by spaces */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LicenseRenewedEvent"];
            };
        };
        responses: {
            /** @description Send nothing more */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event has arrived */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLicenseEnded: {
        parameters: {
            query?: never;
            header: {
                /** @description The same however often the event is sent */
                "webhook-id": string;
                /** @description Seconds since 1970 */
                "webhook-timestamp": string;
                /** @description Signatures by each valid secret, separated by spaces */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LicenseEndedEvent"];
            };
        };
        responses: {
            /** @description Send nothing more */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event has arrived */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLicenseRestored: {
        parameters: {
            query?: never;
            header: {
                /** @description The same however often the event is sent */
                "webhook-id": string;
                /** @description Seconds since 1970 */
                "webhook-timestamp": string;
                /** @description Signatures by each valid secret, separated by spaces */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LicenseRestoredEvent"];
            };
        };
        responses: {
            /** @description Send nothing more */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event has arrived */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onReviewCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description The same however often the event is sent */
                "webhook-id": string;
                /** @description Seconds since 1970 */
                "webhook-timestamp": string;
                /** @description Signatures by each valid secret, separated by spaces */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewCreatedEvent"];
            };
        };
        responses: {
            /** @description Send nothing more */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event has arrived */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onReviewUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description The same however often the event is sent */
                "webhook-id": string;
                /** @description Seconds since 1970 */
                "webhook-timestamp": string;
                /** @description Signatures by each valid secret, separated by spaces */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewUpdatedEvent"];
            };
        };
        responses: {
            /** @description Send nothing more */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event has arrived */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onReviewDeleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The same however often the event is sent */
                "webhook-id": string;
                /** @description Seconds since 1970 */
                "webhook-timestamp": string;
                /** @description Signatures by each valid secret, separated by spaces */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewDeletedEvent"];
            };
        };
        responses: {
            /** @description Send nothing more */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event has arrived */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onVersionDecided: {
        parameters: {
            query?: never;
            header: {
                /** @description The same however often the event is sent */
                "webhook-id": string;
                /** @description Seconds since 1970 */
                "webhook-timestamp": string;
                /** @description Signatures by each valid secret, separated by spaces */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VersionDecidedEvent"];
            };
        };
        responses: {
            /** @description Send nothing more */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event has arrived */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPayoutPaid: {
        parameters: {
            query?: never;
            header: {
                /** @description The same however often the event is sent */
                "webhook-id": string;
                /** @description Seconds since 1970 */
                "webhook-timestamp": string;
                /** @description Signatures by each valid secret, separated by spaces */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayoutPaidEvent"];
            };
        };
        responses: {
            /** @description Send nothing more */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event has arrived */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPayoutFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description The same however often the event is sent */
                "webhook-id": string;
                /** @description Seconds since 1970 */
                "webhook-timestamp": string;
                /** @description Signatures by each valid secret, separated by spaces */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayoutFailedEvent"];
            };
        };
        responses: {
            /** @description Send nothing more */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event has arrived */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPayoutRejected: {
        parameters: {
            query?: never;
            header: {
                /** @description The same however often the event is sent */
                "webhook-id": string;
                /** @description Seconds since 1970 */
                "webhook-timestamp": string;
                /** @description Signatures by each valid secret, separated by spaces */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayoutRejectedEvent"];
            };
        };
        responses: {
            /** @description Send nothing more */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event has arrived */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookTest: {
        parameters: {
            query?: never;
            header: {
                /** @description The same however often the event is sent */
                "webhook-id": string;
                /** @description Seconds since 1970 */
                "webhook-timestamp": string;
                /** @description Signatures by each valid secret, separated by spaces */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTestEvent"];
            };
        };
        responses: {
            /** @description Send nothing more */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event has arrived */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
